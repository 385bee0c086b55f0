// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import java.util.List;

/**
 * One delivered object as the manifest lists it.
 *
 * @param key object key below the store's place
 * @param bytes its size
 * @param sha256 64 hexadecimal digits
 * @param packets how many of each interface, by interface number
 * @param firstNs wall clock of the earliest packet, nanoseconds since 1970; 0 when there is none
 * @param lastNs of the latest
 */
public record ObjectRecord(
    String key, long bytes, String sha256, List<Long> packets, long firstNs, long lastNs) {
  /** Packets of all interfaces. */
  public long packetCount() {
    return packets.stream().mapToLong(Long::longValue).sum();
  }
}
