// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

/** What can be wrong with one node of a job; the reason of the job's condition. */
public enum NodeProblem {
  /** The job names a node that the cluster does not have. */
  NODE_NOT_FOUND("NodeNotFound"),
  /** The node has left the cluster while the job ran on it. */
  NODE_GONE("NodeGone"),
  /** No agent was made for the node: a taint that agents do not tolerate, a quota, a policy. */
  AGENT_MISSING("AgentMissing"),
  /** The agent's pod does not fit on the node. */
  UNSCHEDULABLE("Unschedulable"),
  /** The agent's image cannot be pulled. */
  IMAGE_PULL("ImagePull"),
  /** The agent's container cannot be made, or ends again and again. */
  AGENT_CANNOT_START("AgentCannotStart"),
  /** The agent has not reported for longer than it may. */
  AGENT_SILENT("AgentSilent"),
  /** The agent runs and reports, but does not come to capture. */
  NOT_CAPTURING("NotCapturing"),
  /** The agent says that the capture on its node has failed. */
  CAPTURE_FAILED("CaptureFailed");

  private final String text;

  NodeProblem(String text) {
    this.text = text;
  }

  /** The reason as conditions and Events name it. */
  public String text() {
    return text;
  }
}
