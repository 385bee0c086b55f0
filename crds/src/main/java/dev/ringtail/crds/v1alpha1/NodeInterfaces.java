// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Interfaces of a node. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeInterfaces(
    @Size(min = 1, max = 32)
        @JsonPropertyDescription(
            "Names or globs, which the agent resolves on its node. Absent: the interface of the"
                + " default route.")
        List<@Size(min = 1, max = 64) @Pattern(NodeTarget.INTERFACE) String> interfaces) {

  public NodeInterfaces {
    interfaces = interfaces == null ? List.of() : List.copyOf(interfaces);
  }
}
