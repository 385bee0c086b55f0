// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.crds.v1alpha1.ConditionType;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node's conditions; the time of one moves only when its status changes. */
final class Conditions {
  private static final int LONGEST_MESSAGE = 1024;

  private final Clock clock;
  private final Map<ConditionType, Condition> current = new EnumMap<>(ConditionType.class);

  /**
   * @param earlier those that an earlier life has reported
   */
  Conditions(Clock clock, List<Condition> earlier) {
    this.clock = clock;
    for (ConditionType type : ConditionType.values()) {
      type.in(earlier).ifPresent(condition -> current.put(type, condition));
    }
  }

  /**
   * Notes how it stands.
   *
   * @param isTrue null: not known yet
   * @param generation of the plan that this is about
   */
  void set(ConditionType type, Boolean isTrue, String reason, String message, Long generation) {
    String status = isTrue == null ? "Unknown" : isTrue ? "True" : "False";
    current.put(
        type,
        type.after(
            Optional.ofNullable(current.get(type)),
            status,
            reason,
            cut(message, LONGEST_MESSAGE),
            generation,
            clock.instant()));
  }

  /** In the order of their types. */
  List<Condition> list() {
    return new ArrayList<>(current.values());
  }

  static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
  }
}
