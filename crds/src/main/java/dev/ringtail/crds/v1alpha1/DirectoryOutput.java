// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A directory that takes the place of a bucket. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DirectoryOutput(
    @Required
        @Size(min = 1, max = 4096)
        @JsonPropertyDescription(
            "The directory; made if it is missing. A relative path starts at the working directory.")
        String path) {}
