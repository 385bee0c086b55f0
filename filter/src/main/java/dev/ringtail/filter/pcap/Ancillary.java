// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import java.util.Optional;

/**
 * Facts that the kernel keeps beside the packet, which classic programs load from offsets above
 * SKF_AD_OFF (linux/filter.h); those that a filter between entry and capture can answer.
 */
enum Ancillary {
  IFINDEX(8),
  VLAN_TAG(44),
  VLAN_TAG_PRESENT(48),
  VLAN_TPID(60);

  /** SKF_AD_OFF and the 4096 offsets from it. */
  private static final long FIRST = 0xfffff000L;

  /** SKF_AD_PKTTYPE, which {@code inbound} and {@code outbound} load. */
  private static final int PACKET_TYPE = 4;

  private final int offset;

  Ancillary(int offset) {
    this.offset = offset;
  }

  /** Whether an absolute load of k means something beside the packet. */
  static boolean covers(long k) {
    return k >= FIRST;
  }

  /** Whether an absolute load of k asks for the packet's direction. */
  static boolean isDirection(long k) {
    return k == FIRST + PACKET_TYPE;
  }

  static Optional<Ancillary> at(long k) {
    for (Ancillary ancillary : values()) {
      if (FIRST + ancillary.offset == k) {
        return Optional.of(ancillary);
      }
    }
    return Optional.empty();
  }

  boolean isVlan() {
    return this != IFINDEX;
  }
}
