// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

/**
 * The reasons of a job's conditions. Those of a single node are {@link NodeProblem}; a node's own
 * reason for loss is taken over as it is.
 */
public enum JobReason {
  /** The job can be carried out. */
  ACCEPTED("Accepted"),
  /** The filter does not compile; the message points at the place. */
  FILTER_INVALID("FilterInvalid"),
  /** A Secret that the job names is not there. */
  SECRET_MISSING("SecretMissing"),
  /** A Secret that the job names lacks a key, or has an empty one. */
  SECRET_INCOMPLETE("SecretIncomplete"),
  /** The job names no Secret, and the nodes' own identity is not allowed for it. */
  AMBIENT_REFUSED("AmbientRefused"),
  /** The job has not been accepted, so nothing was begun. */
  NOT_ACCEPTED("NotAccepted"),
  /** A node of the job has as many jobs as it may have; the job waits for its turn. */
  QUEUED("Queued"),
  /** No node matches; the job starts when one does. */
  WAITING_FOR_NODES("WaitingForNodes"),
  /** No running pod matches; the job starts when one does. */
  WAITING_FOR_PODS("WaitingForPods"),
  /** Agents start and prepare. */
  AGENTS_STARTING("AgentsStarting"),
  /** Every node has its agent. */
  AGENTS_READY("AgentsReady"),
  /** Nothing is captured yet. */
  NOT_STARTED("NotStarted"),
  /** Packets are captured. */
  CAPTURING("Capturing"),
  /** The capture was ended by {@code stop}. */
  STOPPED("Stopped"),
  /** The capture's duration is over. */
  DURATION_OVER("DurationOver"),
  /** Each node has ended by itself: its limits are reached, or what it captured on is gone. */
  ENDED("Ended"),
  /** Not everything is in the store yet. */
  UPLOADING("Uploading"),
  /** All that was captured is in the store. */
  ALL_DELIVERED("AllDelivered"),
  /** A node could not deliver all it captured. */
  NOT_DELIVERED("NotDelivered"),
  /** Nothing that matched was lost. */
  NOTHING_LOST("NothingLost"),
  /** Packets that matched were lost. */
  PACKETS_LOST("PacketsLost"),
  /** The job runs. */
  RUNNING("Running"),
  /** The job has come to its end. */
  COMPLETED("Completed"),
  /** No node has failed. */
  NO_FAILURE("NoFailure"),
  /** Something is missing; the condition Failed says what. */
  FAILED("Failed");

  private final String text;

  JobReason(String text) {
    this.text = text;
  }

  /** The reason as conditions name it. */
  public String text() {
    return text;
  }
}
