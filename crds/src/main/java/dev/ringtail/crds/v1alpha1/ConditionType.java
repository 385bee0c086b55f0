// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** The conditions that the status of a CaptureJob or a NodeCapture holds. */
public enum ConditionType {
  /** The job can be carried out: its filter compiles, its target and its Secrets are there. */
  ACCEPTED("Accepted"),
  /** Every node of the job has an agent that is ready to capture. */
  AGENTS_READY("AgentsReady"),
  /** Packets are captured now, on at least one node. */
  CAPTURING("Capturing"),
  /** All that was captured is in the store, verified. */
  UPLOADED("Uploaded"),
  /** Nothing that matched was lost, in any run, on any node. */
  LOSSLESS("Lossless"),
  /** The job has come to its end as it was meant to. */
  COMPLETE("Complete"),
  /** A node failed, or the job as a whole; the message names it and what to do. */
  FAILED("Failed");

  private final String text;

  ConditionType(String text) {
    this.text = text;
  }

  /** The type as {@code kubectl wait --for=condition=} names it. */
  public String text() {
    return text;
  }

  /** The condition of this type, if the list has it. */
  public Optional<Condition> in(List<Condition> conditions) {
    return conditions.stream().filter(one -> one.getType().equals(text)).findFirst();
  }

  /**
   * A condition of this type; the time of its transition moves only when the status is another.
   *
   * @param before how it stood, if it did
   * @param status True, False or Unknown
   * @param generation of the object that this is about
   */
  public Condition after(
      Optional<Condition> before,
      String status,
      String reason,
      String message,
      Long generation,
      Instant now) {
    String since =
        before
            .filter(condition -> condition.getStatus().equals(status))
            .map(Condition::getLastTransitionTime)
            .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
    return new ConditionBuilder()
        .withType(text)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withObservedGeneration(generation)
        .withLastTransitionTime(since)
        .build();
  }
}
