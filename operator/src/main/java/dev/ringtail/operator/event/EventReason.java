// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.event;

/** The reasons of a job's Events. */
public enum EventReason {
  /** The job cannot be carried out as it is written; the condition Accepted says why. */
  REFUSED("Refused", true),
  /** The job waits for its turn on a node. */
  QUEUED("Queued", false),
  /** The job looks for its nodes or pods, and agents start. */
  PREPARING("Preparing", false),
  /** The first node captures. */
  CAPTURING("Capturing", false),
  /** No node captures any more; the rest is delivered. */
  UPLOADING("Uploading", false),
  /** All is delivered. */
  COMPLETED("Completed", false),
  /** The job has ended and something is missing. */
  FAILED("Failed", true),
  /** Something is wrong with nodes of the job. */
  NODE_TROUBLE("NodeTrouble", true),
  /** A packet that matched was lost, for the first time. */
  PACKETS_LOST("PacketsLost", true),
  /** The job was deleted while it ran; its nodes end and deliver what they have. */
  STOPPING("Stopping", false),
  /** The job was deleted and its grace period ended before all was delivered. */
  GRACE_OVER("GraceOver", true);

  private final String text;
  private final boolean warning;

  EventReason(String text, boolean warning) {
    this.text = text;
    this.warning = warning;
  }

  /** The reason as {@code kubectl describe} prints it. */
  public String text() {
    return text;
  }

  /** The type of the Event: Warning or Normal. */
  public String type() {
    return warning ? "Warning" : "Normal";
  }
}
