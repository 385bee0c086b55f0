// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;

/**
 * One interface.
 *
 * @param name as the kernel has it
 * @param packets the funnel, by its terms' names in documents
 * @param capturedBytes bytes of packets in records
 * @param lastPacketSeconds wall clock of the last record, seconds since 1970; 0 before the first
 * @param nicLosses by how much the driver's own loss counters have grown since the start
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record InterfaceStatus(
    String name,
    Map<String, Long> packets,
    long capturedBytes,
    double lastPacketSeconds,
    Map<String, Long> nicLosses) {}
