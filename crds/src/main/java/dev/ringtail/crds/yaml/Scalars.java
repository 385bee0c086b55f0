// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Single values of a document by the type that YAML 1.2 gives them. */
final class Scalars {
  private Scalars() {}

  /** What stands there, for a sentence that ends in "not ...". */
  static String describe(Node node) {
    return switch (node) {
      case MappingNode _ -> "a mapping";
      case SequenceNode _ -> "a list";
      case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> "empty";
      case ScalarNode scalar when scalar.getTag().equals(Tag.STR) ->
          "\"%s\"".formatted(scalar.getValue());
      case ScalarNode scalar -> scalar.getValue();
      default -> node.getTag().getValue();
    };
  }

  static String text(Node node, String path, Source source) {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)) {
      return scalar.getValue();
    }
    boolean quotable = node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL);
    throw source.error(
        path,
        "must be a text, not %s%s"
            .formatted(
                describe(node),
                quotable ? "; write \"%s\"".formatted(((ScalarNode) node).getValue()) : ""));
  }

  static boolean truth(Node node, String path, Source source) {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)) {
      return Boolean.parseBoolean(scalar.getValue());
    }
    throw source.error(path, "must be true or false, not " + describe(node));
  }

  /** A whole number from {@code min} to {@code max}. */
  static long number(Node node, String path, long min, long max, Source source) {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.INT)) {
      try {
        long number = Long.parseLong(scalar.getValue());
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw source.errorAt(
            node.getStartMark(),
            "%s must be from %d to %d, not %s".formatted(path, min, max, scalar.getValue()),
            e);
      }
      throw source.error(
          path, "must be from %d to %d, not %s".formatted(min, max, scalar.getValue()));
    }
    throw source.error(path, "must be a whole number, not " + describe(node));
  }
}
