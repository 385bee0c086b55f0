// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What was captured on one interface. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record InterfaceStatus(
    @Required
        @Size(min = 1, max = 320)
        @JsonPropertyDescription(
            "The interface's name on the node, or the pod's name, a slash and the name inside it.")
        String name,
    @JsonPropertyDescription("The pod, where one is captured.") PodRef pod,
    @JsonPropertyDescription("The capture point in use; absent while none is.") CapturePoint point,
    @JsonPropertyDescription("The direction in use.") Direction direction,
    @Size(max = 8)
        @JsonPropertyDescription("The points before the one in use, and why each was passed over.")
        List<RefusedPoint> refused,
    @JsonPropertyDescription("Where every packet went.") Funnel funnel,
    @JsonPropertyDescription(
            "Packets that the interface says it lost before the hook, since the capture began"
                + " (rx_missed_errors).")
        Long rxMissed,
    @JsonPropertyDescription(
            "Packets that the driver says XDP programs dropped, since the capture began; Ringtail's"
                + " never do.")
        Long xdpDrops) {

  public InterfaceStatus {
    refused = refused == null ? List.of() : List.copyOf(refused);
  }
}
