// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A Secret of the same namespace. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SecretRef(
    @Required @Size(min = 1, max = 253) @JsonPropertyDescription("The Secret's name.")
        String name) {}
