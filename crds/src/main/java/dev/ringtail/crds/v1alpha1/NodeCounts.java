// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How many of a job's nodes are how far. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeCounts(
    @JsonPropertyDescription("Nodes that the job has captured on, or is to capture on.") int total,
    @JsonPropertyDescription("Nodes whose agent is ready, captures, or is done.") int ready,
    @JsonPropertyDescription("Nodes that capture now.") int capturing,
    @JsonPropertyDescription("Nodes that have delivered all they captured.") int completed,
    @JsonPropertyDescription("Nodes that failed; the condition Failed names them.") int failed,
    @JsonPropertyDescription("ready and total as kubectl get prints them, such as 2/2.")
        String summary) {

  /** Makes the summary of the counts. */
  public static NodeCounts of(int total, int ready, int capturing, int completed, int failed) {
    return new NodeCounts(total, ready, capturing, completed, failed, ready + "/" + total);
  }
}
