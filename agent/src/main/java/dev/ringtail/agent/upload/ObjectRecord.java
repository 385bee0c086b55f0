// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import java.util.List;

/**
 * One delivered object as the manifest lists it.
 *
 * @param key object key below the store's place
 * @param bytes its size
 * @param sha256 64 hexadecimal digits
 * @param segment the pcapng file inside, if the object is compressed; else null
 * @param packets how many of each interface, by interface number
 * @param firstNs wall clock of the earliest packet, nanoseconds since 1970; 0 when there is none
 * @param lastNs of the latest
 */
public record ObjectRecord(
    String key,
    long bytes,
    String sha256,
    ObjectDigest segment,
    List<Long> packets,
    long firstNs,
    long lastNs) {

  /**
   * @param scan of the segment that was packed
   */
  public static ObjectRecord of(String keyPrefix, SegmentPacker.Packed packed, SegmentScan scan) {
    return new ObjectRecord(
        keyPrefix + packed.fileName(),
        packed.digest().bytes(),
        packed.digest().sha256(),
        packed.digest().equals(scan.digest()) ? null : scan.digest(),
        scan.packets(),
        scan.firstNs(),
        scan.lastNs());
  }

  /** Packets of all interfaces. */
  public long packetCount() {
    return packets.stream().mapToLong(Long::longValue).sum();
  }
}
