// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

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
}
