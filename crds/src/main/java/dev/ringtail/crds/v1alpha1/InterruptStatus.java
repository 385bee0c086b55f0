// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** What became of one interrupt that the placement was to move. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record InterruptStatus(
    @Required @JsonPropertyDescription("The number in /proc/interrupts.") int irq,
    @Required
        @JsonPropertyDescription(
            "Moved; Managed, which the kernel does not let anybody move; Refused; MovedBack by"
                + " somebody else, such as irqbalance; or Restored at the end.")
        State state,
    @Size(max = 256)
        @JsonPropertyDescription(
            "The CPUs that the interrupt goes to now, as the kernel writes them.")
        String cpus,
    @Size(max = 256) @JsonPropertyDescription("What the kernel said.") String message) {

  /** What became of an interrupt. */
  public enum State {
    /** It goes to the CPUs asked for. */
    @JsonProperty("Moved")
    MOVED,
    /** The kernel keeps it where it is. */
    @JsonProperty("Managed")
    MANAGED,
    /** Moving it failed. */
    @JsonProperty("Refused")
    REFUSED,
    /** Somebody moved it away again. */
    @JsonProperty("MovedBack")
    MOVED_BACK,
    /** It goes where it went before the capture. */
    @JsonProperty("Restored")
    RESTORED
  }
}
