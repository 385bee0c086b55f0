// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.event;

/** The reasons of a job's Events. */
public enum EventReason {
  REFUSED(
      "Refused",
      true,
      "The job cannot be carried out as it is written; the condition Accepted says why."),
  QUEUED("Queued", false, "The job waits for its turn on a node."),
  PREPARING("Preparing", false, "The job looks for its nodes or pods, and agents start."),
  CAPTURING("Capturing", false, "The first node captures."),
  UPLOADING("Uploading", false, "No node captures any more; the rest is delivered."),
  COMPLETED("Completed", false, "All is delivered."),
  FAILED("Failed", true, "The job has ended and something is missing."),
  NODE_TROUBLE("NodeTrouble", true, "Something is wrong with nodes of the job."),
  PACKETS_LOST("PacketsLost", true, "A packet that matched was lost, for the first time."),
  STOPPING(
      "Stopping",
      false,
      "The job was deleted while it ran; its nodes end and deliver what they have."),
  GRACE_OVER(
      "GraceOver",
      true,
      "The job was deleted and its grace period ended before all was delivered.");

  private final String text;
  private final boolean warning;
  private final String meaning;

  EventReason(String text, boolean warning, String meaning) {
    this.text = text;
    this.warning = warning;
    this.meaning = meaning;
  }

  /** The reason as {@code kubectl describe} prints it. */
  public String text() {
    return text;
  }

  /** The type of the Event: Warning or Normal. */
  public String type() {
    return warning ? "Warning" : "Normal";
  }

  /** A sentence for the documentation. */
  public String meaning() {
    return meaning;
  }
}
