// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Timestamp;
import io.fabric8.generator.annotation.Required;

/** One life of the agent within a capture. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CaptureRun(
    @Required @JsonPropertyDescription("Counts from 0; part of the objects' keys.") int run,
    @JsonPropertyDescription("When it began to capture.") @Timestamp String startedAt,
    @JsonPropertyDescription("When it ended to capture; after a crash, its last sign of life.")
        @Timestamp
        String endedAt) {}
