// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** Small files that several tests write. */
final class Samples {
  static final long T0 = 1_764_500_000_123_456_789L;
  static final SectionHeader SECTION =
      new SectionHeader("x86-64, 2 CPUs", "Linux 6.18", "Ringtail test", "");

  private Samples() {}

  static InterfaceDescription ethernet(String name) {
    return InterfaceDescription.of(BlockLayout.LINKTYPE_ETHERNET, 262144, name);
  }

  /** A file of the prelude and the blocks given. */
  static byte[] file(List<InterfaceDescription> interfaces, byte[]... blocks) {
    return concat(Prelude.encode(SECTION, interfaces), concat(blocks));
  }

  static byte[] concat(byte[]... pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      all.writeBytes(piece);
    }
    return all.toByteArray();
  }

  /** A packet whose bytes tell its number; shorter than 14 bytes is no Ethernet frame. */
  static byte[] frame(int number, int length) {
    byte[] data = new byte[length];
    for (int i = 0; i < length; i++) {
      data[i] = (byte) (number + i);
    }
    return data;
  }

  static byte[] packet(int interfaceId, long timestampNs, int length) {
    return EnhancedPacket.whole(interfaceId, timestampNs, frame((int) timestampNs, length))
        .encode();
  }
}
