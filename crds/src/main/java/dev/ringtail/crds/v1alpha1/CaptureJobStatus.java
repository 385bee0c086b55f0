// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Timestamp;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** What the operator makes known about a job. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonClassDescription("What has become of the job. Written by the operator.")
public record CaptureJobStatus(
    @JsonPropertyDescription("The metadata.generation that this status speaks of.")
        Long observedGeneration,
    @JsonPropertyDescription(
            "How far the job has come. Completed and Failed are final: a finished job never runs"
                + " again.")
        Phase phase,
    @JsonPropertyDescription(
            "Accepted, AgentsReady, Capturing, Uploaded, Lossless, Complete and Failed, each with"
                + " its reason and what to do.")
        List<Condition> conditions,
    @JsonPropertyDescription("How many nodes are how far.") NodeCounts nodes,
    @JsonPropertyDescription("The figures of all nodes together.") CaptureCounts counts,
    @JsonPropertyDescription("When the first node began to capture.") @Timestamp String startedAt,
    @JsonPropertyDescription("When the phase became Completed or Failed.") @Timestamp
        String finishedAt) {

  public CaptureJobStatus {
    conditions = conditions == null ? List.of() : List.copyOf(conditions);
  }
}
