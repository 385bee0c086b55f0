// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The fields of one mapping, each known and each once. */
final class Fields {
  private Fields() {}

  /** The fields of a mapping of which only {@code known} names are allowed. */
  static Map<String, Node> of(Node node, String path, Collection<String> known, Source source) {
    Map<String, Node> fields = of(node, path, source);
    for (String name : fields.keySet()) {
      if (!known.contains(name)) {
        String where = path.isEmpty() ? "a CaptureJob" : path.substring(path.lastIndexOf('.') + 1);
        throw source.error(
            join(path, name),
            "is not a field of %s%s".formatted(where, Spelling.suggestion(name, known)));
      }
    }
    return fields;
  }

  /** The entries of a mapping with any names, in the order of the text. */
  static Map<String, Node> of(Node node, String path, Source source) {
    if (!(node instanceof MappingNode mapping)) {
      throw source.error(path, "must be a mapping with fields, not " + Scalars.describe(node));
    }
    Map<String, Node> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw source.errorAt(
            tuple.getKeyNode().getStartMark(), "a field's name must be a plain word", null);
      }
      String name = key.getValue();
      if (fields.put(name, tuple.getValueNode()) != null) {
        throw source.errorAt(
            key.getStartMark(), "%s is given twice".formatted(join(path, name)), null);
      }
      source.put(join(path, name), key.getStartMark());
    }
    return fields;
  }

  static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
