// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Who reports, and with what clock. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AgentInfo(
    @Size(max = 64) @JsonPropertyDescription("The agent's version.") String version,
    @Size(max = 128) @JsonPropertyDescription("The kernel's release, as uname -r prints it.")
        String kernel,
    @Size(max = 64)
        @JsonPropertyDescription("The clock of the timestamps, such as tai or hardware.")
        String clock,
    @JsonPropertyDescription("Whether the kernel says that the clock is synchronized.")
        Boolean clockSynchronized) {}
