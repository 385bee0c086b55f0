// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import java.nio.ByteBuffer;

/** Ethernet frames that dissectors accept. */
public final class Frames {
  private static final int HEADERS = 14 + 20 + 8;

  private Frames() {}

  /**
   * A UDP packet from 10.0.0.1 to 10.0.0.2, without checksums.
   *
   * @param number in the first four bytes of the payload
   * @param payload its length, at least 4
   */
  public static byte[] udp(int number, int destinationPort, int payload) {
    ByteBuffer frame = ByteBuffer.allocate(HEADERS + payload);
    frame.put(new byte[] {2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1}).putShort((short) 0x0800);
    frame.put((byte) 0x45).put((byte) 0).putShort((short) (20 + 8 + payload));
    frame.putInt(0).put((byte) 64).put((byte) 17).putShort((short) 0);
    frame.put(new byte[] {10, 0, 0, 1, 10, 0, 0, 2});
    frame.putShort((short) 40000).putShort((short) destinationPort);
    frame.putShort((short) (8 + payload)).putShort((short) 0);
    frame.putInt(number);
    return frame.array();
  }
}
