// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.outcome.CommandException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whose packets somebody wants, as written on a command line.
 *
 * @param objects such as {@code pod/web-1}
 * @param selector of pods, or of nodes
 * @param isOfNodes whether the selector is one of nodes
 * @param interfaces of nodes; empty: that of the default route
 */
public record TargetWords(
    List<String> objects, Optional<String> selector, boolean isOfNodes, List<String> interfaces) {

  /** What a name may be of. */
  public enum Kind {
    POD("pod", "po", "pods"),
    DEPLOYMENT("deployment", "deploy", "deployments"),
    STATEFUL_SET("statefulset", "sts", "statefulsets"),
    DAEMON_SET("daemonset", "ds", "daemonsets"),
    NODE("node", "no", "nodes");

    private final List<String> words;

    Kind(String... words) {
      this.words = List.of(words);
    }

    /** For sentences. */
    public String word() {
      return words.getFirst();
    }

    /** The kind that kubectl calls so. */
    public static Optional<Kind> of(String word) {
      String plain = word.toLowerCase(Locale.ROOT).split("\\.", 2)[0];
      return Arrays.stream(values()).filter(kind -> kind.words.contains(plain)).findFirst();
    }
  }

  /** A kind and a name of it. */
  public record Named(Kind kind, String name) {
    /**
     * @throws CommandException if it is not written as {@code kind/name}
     */
    public static Named parse(String text) {
      int slash = text.indexOf('/');
      if (slash <= 0 || slash == text.length() - 1) {
        throw CommandException.usage(
            "%s names no target; write pod/NAME, deploy/NAME, sts/NAME, ds/NAME or node/NAME"
                .formatted(text));
      }
      Kind kind =
          Kind.of(text.substring(0, slash))
              .orElseThrow(
                  () ->
                      CommandException.usage(
                          "%s: what can be captured is pod, deploy, sts, ds or node, not %s"
                              .formatted(text, text.substring(0, slash))));
      return new Named(kind, text.substring(slash + 1));
    }
  }

  public TargetWords {
    objects = List.copyOf(objects);
    interfaces = List.copyOf(interfaces);
  }

  /**
   * The objects, all of one kind.
   *
   * @throws CommandException if they are of several kinds, or several where one can be captured
   */
  List<Named> named() {
    List<Named> named = objects.stream().map(Named::parse).toList();
    List<Kind> kinds = named.stream().map(Named::kind).distinct().toList();
    if (kinds.size() > 1) {
      throw CommandException.usage(
          "one job captures one kind of target, not %s and %s; run one command for each"
              .formatted(kinds.get(0).word(), kinds.get(1).word()));
    }
    if (named.size() > 1 && kinds.getFirst() != Kind.POD && kinds.getFirst() != Kind.NODE) {
      throw CommandException.usage(
          "one job captures one %s; name one, or pods by -l".formatted(kinds.getFirst().word()));
    }
    return named;
  }
}
