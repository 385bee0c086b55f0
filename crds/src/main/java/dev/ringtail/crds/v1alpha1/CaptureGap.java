// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Timestamp;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A time in which nothing was captured although the job ran. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CaptureGap(
    @Required @JsonPropertyDescription("From when.") @Timestamp String from,
    @Required @JsonPropertyDescription("Until when.") @Timestamp String to,
    @Required @Size(max = 64) @JsonPropertyDescription("Why, in one word, such as AgentRestarted.")
        String reason,
    @JsonPropertyDescription(
            "Packets that the interfaces received in the gap, whether they match or not: an"
                + " estimate from their own counters.")
        Long receivedEstimate) {}
