// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A pod on the node, of the job's namespace. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PodRef(
    @Required @Size(min = 1, max = 253) @JsonPropertyDescription("The pod's name.") String name,
    @Required
        @Size(min = 1, max = 63)
        @JsonPropertyDescription(
            "The pod's uid, by which the agent finds its network namespace; a restarted pod has"
                + " another.")
        String uid) {}
