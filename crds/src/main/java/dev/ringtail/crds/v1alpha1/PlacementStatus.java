// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.value.CpuList;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Which CPUs receive and read on the node. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PlacementStatus(
    @JsonPropertyDescription("The policy in force; what Auto has chosen.") PlacementPolicy policy,
    @JsonPropertyDescription("The CPUs that receive.") CpuList receiveCpus,
    @JsonPropertyDescription("The CPUs that read.") CpuList readerCpus,
    @JsonPropertyDescription("True if not everything that was planned could be done.")
        boolean partial,
    @Size(max = 512) @JsonPropertyDescription("Why, where it is partial or another than asked for.")
        String message,
    @Size(max = 64) @JsonPropertyDescription("The interrupts that were to be moved.")
        List<InterruptStatus> interrupts) {

  public PlacementStatus {
    interrupts = interrupts == null ? List.of() : List.copyOf(interrupts);
  }
}
