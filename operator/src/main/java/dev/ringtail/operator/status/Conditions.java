// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import dev.ringtail.crds.v1alpha1.ConditionType;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes the list of conditions; see {@link ConditionType#after}. */
final class Conditions {
  /** The longest message that the API server takes. */
  private static final int LONGEST = 32_768;

  private final List<Condition> before;
  private final long generation;
  private final Instant now;
  private final List<Condition> made = new ArrayList<>();

  /**
   * @param before those of the status so far
   * @param generation of the job
   */
  Conditions(List<Condition> before, long generation, Instant now) {
    this.before = before;
    this.generation = generation;
    this.now = now;
  }

  void isTrue(ConditionType type, String reason, String message) {
    add(type, "True", reason, message);
  }

  void isFalse(ConditionType type, String reason, String message) {
    add(type, "False", reason, message);
  }

  void isUnknown(ConditionType type, String reason, String message) {
    add(type, "Unknown", reason, message);
  }

  List<Condition> list() {
    return List.copyOf(made);
  }

  private void add(ConditionType type, String status, String reason, String message) {
    made.add(
        type.after(
            type.in(before),
            status,
            reason,
            message.substring(0, Math.min(message.length(), LONGEST)),
            generation,
            now));
  }
}
