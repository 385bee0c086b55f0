// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

/**
 * The reasons of a job's conditions. Those of a single node are {@link NodeProblem}; a node's own
 * reason for loss is taken over as it is.
 */
public enum JobReason {
  ACCEPTED("Accepted", "The job can be carried out."),
  FILTER_INVALID("FilterInvalid", "The filter does not compile; the message points at the place."),
  SECRET_MISSING("SecretMissing", "A Secret that the job names is not there."),
  SECRET_INCOMPLETE(
      "SecretIncomplete", "A Secret that the job names lacks a key, or has an empty one."),
  AMBIENT_REFUSED(
      "AmbientRefused",
      "The job names no Secret, and the nodes' own identity is not allowed for it."),
  NOT_ACCEPTED("NotAccepted", "The job has not been accepted, so nothing was begun."),
  QUEUED(
      "Queued", "A node of the job has as many jobs as it may have; the job waits for its turn."),
  WAITING_FOR_NODES("WaitingForNodes", "No node matches; the job starts when one does."),
  WAITING_FOR_PODS("WaitingForPods", "No running pod matches; the job starts when one does."),
  AGENTS_STARTING("AgentsStarting", "Agents start and prepare."),
  AGENTS_READY("AgentsReady", "Every node has its agent."),
  NOT_STARTED("NotStarted", "Nothing is captured yet."),
  CAPTURING("Capturing", "Packets are captured."),
  STOPPED("Stopped", "The capture was ended by stop."),
  DURATION_OVER("DurationOver", "The capture's duration is over."),
  ENDED(
      "Ended",
      "Each node has ended by itself: its limits are reached, or what it captured on is gone."),
  UPLOADING("Uploading", "Not everything is in the store yet."),
  ALL_DELIVERED("AllDelivered", "All that was captured is in the store."),
  NOT_DELIVERED("NotDelivered", "A node could not deliver all it captured."),
  NOTHING_LOST("NothingLost", "Nothing that matched was lost."),
  PACKETS_LOST("PacketsLost", "Packets that matched were lost."),
  RUNNING("Running", "The job runs."),
  COMPLETED("Completed", "The job has come to its end."),
  NO_FAILURE("NoFailure", "No node has failed."),
  FAILED("Failed", "Something is missing; the condition Failed says what.");

  private final String text;
  private final String meaning;

  JobReason(String text, String meaning) {
    this.text = text;
    this.meaning = meaning;
  }

  /** The reason as conditions name it. */
  public String text() {
    return text;
  }

  /** A sentence for the documentation. */
  public String meaning() {
    return meaning;
  }
}
