// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The CaptureJob that a NodeCapture is a part of, in the same namespace. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record JobRef(
    @Required @Size(min = 1, max = 253) @JsonPropertyDescription("The job's name.") String name,
    @Required
        @Size(min = 1, max = 63)
        @JsonPropertyDescription("The job's uid, which the keys of its objects start with.")
        String uid) {}
