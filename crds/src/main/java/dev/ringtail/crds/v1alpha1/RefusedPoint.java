// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A capture point that was tried, or not even tried, before the one in use. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RefusedPoint(
    @Required @JsonPropertyDescription("The point.") CapturePoint point,
    @Required @Size(max = 64) @JsonPropertyDescription("Why not, in one word, such as XdpSlotBusy.")
        String reason,
    @Size(max = 512)
        @JsonPropertyDescription("Why not, such as the id and name of the program in its place.")
        String message) {}
