// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Timestamp;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/**
 * What the node's agent reports. The list of objects is not here: it is in the manifest beside
 * them.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonClassDescription(
    "What has become of the plan. Written by the node's agent; its objects are listed in the manifest beside them.")
public record NodeCaptureStatus(
    @JsonPropertyDescription("The metadata.generation that the agent has carried out.")
        Long observedGeneration,
    @JsonPropertyDescription("How far the node has come.") Phase phase,
    @JsonPropertyDescription(
            "Capturing, Uploaded, Lossless, Complete and Failed as far as this node goes.")
        List<Condition> conditions,
    @JsonPropertyDescription("When the agent last reported; it reports also when nothing changed.")
        @Timestamp
        String lastReportTime,
    @JsonPropertyDescription("Who reports.") AgentInfo agent,
    @JsonPropertyDescription("The figures of all interfaces together.") CaptureCounts counts,
    @Size(max = 128) @JsonPropertyDescription("What was captured, by interface.")
        List<InterfaceStatus> interfaces,
    @JsonPropertyDescription("Which CPUs receive and read.") PlacementStatus placement,
    @JsonPropertyDescription("The disk between ring and store.") SpoolStatus spool,
    @Size(max = 64) @JsonPropertyDescription("The lives of the agent within this capture.")
        List<CaptureRun> runs,
    @Size(max = 64) @JsonPropertyDescription("Times in which nothing was captured.")
        List<CaptureGap> gaps,
    @Size(max = 1024)
        @JsonPropertyDescription("The latest trouble and what to do; empty when there is none.")
        String lastError) {

  public NodeCaptureStatus {
    conditions = conditions == null ? List.of() : List.copyOf(conditions);
    interfaces = interfaces == null ? List.of() : List.copyOf(interfaces);
    runs = runs == null ? List.of() : List.copyOf(runs);
    gaps = gaps == null ? List.of() : List.copyOf(gaps);
  }
}
