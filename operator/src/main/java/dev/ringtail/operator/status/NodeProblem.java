// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

/** What can be wrong with one node of a job; the reason of the job's condition. */
public enum NodeProblem {
  NODE_NOT_FOUND("NodeNotFound", "The job names a node that the cluster does not have."),
  NODE_GONE("NodeGone", "The node has left the cluster while the job ran on it."),
  API_SERVER_REFUSES(
      "ApiServerRefuses",
      "The API server refuses the node's plan or its agent: a policy, a quota, a definition of"
          + " another version."),
  AGENT_MISSING(
      "AgentMissing",
      "No agent was made for the node: a taint that agents do not tolerate, a quota, a policy."),
  UNSCHEDULABLE("Unschedulable", "The agent's pod does not fit on the node."),
  IMAGE_PULL("ImagePull", "The agent's image cannot be pulled."),
  AGENT_CANNOT_START(
      "AgentCannotStart", "The agent's container cannot be made, or ends again and again."),
  AGENT_SILENT("AgentSilent", "The agent has not reported for longer than it may."),
  NOT_CAPTURING("NotCapturing", "The agent runs and reports, but does not come to capture."),
  CAPTURE_FAILED("CaptureFailed", "The agent says that the capture on its node has failed.");

  private final String text;
  private final String meaning;

  NodeProblem(String text, String meaning) {
    this.text = text;
    this.meaning = meaning;
  }

  /** The reason as conditions and Events name it. */
  public String text() {
    return text;
  }

  /** A sentence for the documentation. */
  public String meaning() {
    return meaning;
  }
}
