// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.PodRef;
import dev.ringtail.crds.v1alpha1.RefusedPoint;
import java.util.List;
import java.util.Map;

/**
 * One interface.
 *
 * @param name as the kernel has it, or {@code POD/DEVICE} of one inside a pod
 * @param pod in which it is, or null
 * @param point where its packets are taken; null when they are no more
 * @param direction which of them
 * @param refused points that were passed over, and why
 * @param packets the funnel, by its terms' names in documents
 * @param capturedBytes bytes of packets in records
 * @param lastPacketSeconds wall clock of the last record, seconds since 1970; 0 before the first
 * @param nicLosses by how much the driver's own loss counters have grown since the start
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record InterfaceStatus(
    String name,
    PodRef pod,
    CapturePoint point,
    Direction direction,
    List<RefusedPoint> refused,
    Map<String, Long> packets,
    long capturedBytes,
    double lastPacketSeconds,
    Map<String, Long> nicLosses) {
  public InterfaceStatus {
    refused = refused == null ? List.of() : List.copyOf(refused);
  }
}
