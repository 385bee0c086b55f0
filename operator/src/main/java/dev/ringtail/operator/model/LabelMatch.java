// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import dev.ringtail.crds.v1alpha1.Selector;
import dev.ringtail.crds.v1alpha1.SelectorRequirement;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether labels match a selector, as the API server would decide it. */
public final class LabelMatch {
  private LabelMatch() {}

  /**
   * @param labels of an object, or null where it has none
   */
  public static boolean matches(Selector selector, Map<String, String> labels) {
    Map<String, String> given = labels == null ? Map.of() : labels;
    return given.entrySet().containsAll(selector.matchLabels().entrySet())
        && selector.matchExpressions().stream().allMatch(one -> matches(one, given));
  }

  private static boolean matches(SelectorRequirement one, Map<String, String> labels) {
    String value = labels.get(one.key());
    return switch (one.operator()) {
      case IN -> value != null && one.values().contains(value);
      case NOT_IN -> value == null || !one.values().contains(value);
      case EXISTS -> value != null;
      case DOES_NOT_EXIST -> value == null;
    };
  }

  /** The selector as {@code kubectl get -l} takes it; empty for one that matches everything. */
  public static String text(Selector selector) {
    return Stream.concat(
            new TreeMap<>(selector.matchLabels())
                .entrySet().stream().map(label -> label.getKey() + "=" + label.getValue()),
            selector.matchExpressions().stream().map(LabelMatch::text))
        .collect(Collectors.joining(","));
  }

  private static String text(SelectorRequirement one) {
    return switch (one.operator()) {
      case IN -> "%s in (%s)".formatted(one.key(), String.join(",", one.values()));
      case NOT_IN -> "%s notin (%s)".formatted(one.key(), String.join(",", one.values()));
      case EXISTS -> one.key();
      case DOES_NOT_EXIST -> "!" + one.key();
    };
  }
}
