// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Timestamp;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** The plan for one node; the operator writes it from the job and keeps it up to date. */
@ValidationRule(
    value = "self.jobRef == oldSelf.jobRef",
    fieldPath = ".jobRef",
    message = "jobRef never changes")
@ValidationRule(
    value = "self.nodeName == oldSelf.nodeName",
    fieldPath = ".nodeName",
    message = "nodeName never changes")
@ValidationRule(
    value = "self.stop || !oldSelf.stop",
    fieldPath = ".stop",
    message = "stop never goes back to false")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonClassDescription(
    "The plan for one node, resolved from the job and kept up to date by the operator.")
public record NodeCaptureSpec(
    @Required @JsonPropertyDescription("The job that this is a part of.") JobRef jobRef,
    @Required
        @Size(min = 1, max = 253)
        @JsonPropertyDescription("The node whose agent carries this out.")
        String nodeName,
    @Required @JsonPropertyDescription("What the node captures.") NodePlanTarget target,
    @JsonPropertyDescription("The job's filter as it is now.") Filter filter,
    @Required @JsonPropertyDescription("As in the job, with the direction always given.")
        Capture capture,
    @Required @JsonPropertyDescription("The job's limits as they are now.") Limits limits,
    @Required @JsonPropertyDescription("As in the job.") Placement placement,
    @Required @JsonPropertyDescription("As in the job.") Buffer buffer,
    @Required @JsonPropertyDescription("As in the job.") Output output,
    @Default("Deliver") @JsonPropertyDescription("As in the job.") DeletionPolicy deletionPolicy,
    @Default("false")
        @JsonPropertyDescription("True once the node is to end its capture and deliver.")
        boolean stop,
    @JsonPropertyDescription(
            "When the first node of the job began to capture; absent until one does.")
        @Timestamp
        String startedAt,
    @JsonPropertyDescription("When the capture ends on every node: startedAt plus limits.duration.")
        @Timestamp
        String deadline) {

  public NodeCaptureSpec {
    deletionPolicy = deletionPolicy == null ? DeletionPolicy.DELIVER : deletionPolicy;
  }
}
