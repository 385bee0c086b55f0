// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.filter;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/** The packets that filters are measured on, byte by byte. */
final class HotPackets {
  private static final String MACS = "020000000002020000000001";
  private static final int SHORTEST = 64;

  private HotPackets() {}

  /** TCP from 10.0.1.1 to port 443, 64 bytes. */
  static MemorySegment tcp() {
    return bytes(MACS + "0800" + ipv4(6, tcpTo443()));
  }

  /** The same inside VXLAN. */
  static MemorySegment vxlan() {
    String inner = MACS + "0800" + ipv4(6, tcpTo443());
    String vxlan = "0800000000000500" + inner;
    String udp = "c00012b5%04x0000".formatted(8 + vxlan.length() / 2) + vxlan;
    return bytes(MACS + "0800" + ipv4(17, udp));
  }

  private static String ipv4(int protocol, String upper) {
    return "4500%04x00004000ff%02x00000a0001010a000005".formatted(20 + upper.length() / 2, protocol)
        + upper;
  }

  private static String tcpTo443() {
    return "9c4001bb00000001000000005010711000000000";
  }

  private static MemorySegment bytes(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    MemorySegment packet = Arena.ofAuto().allocate(Math.max(SHORTEST, bytes.length), Long.BYTES);
    MemorySegment.copy(bytes, 0, packet, JAVA_BYTE, 0, bytes.length);
    return packet;
  }
}
