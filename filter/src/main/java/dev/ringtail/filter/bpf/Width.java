// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

/** How much one load or store moves. */
public enum Width {
  BYTE(1, 0x10),
  HALF(2, 0x08),
  WORD(4, 0x00),
  DOUBLE(8, 0x18);

  private final int bytes;
  private final int code;

  Width(int bytes, int code) {
    this.bytes = bytes;
    this.code = code;
  }

  public int bytes() {
    return bytes;
  }

  /** A number of this width as it lies in a packet, read in the machine's (little-endian) order. */
  public int inPacketOrder(int number) {
    return switch (this) {
      case BYTE -> number;
      case HALF -> Short.toUnsignedInt(Short.reverseBytes((short) number));
      case WORD -> Integer.reverseBytes(number);
      case DOUBLE -> throw new IllegalArgumentException("no constant has 64 bits");
    };
  }

  int code() {
    return code;
  }

  /**
   * The width of that many bytes.
   *
   * @throws IllegalArgumentException unless bytes is 1, 2, 4 or 8
   */
  public static Width ofBytes(int bytes) {
    for (Width width : values()) {
      if (width.bytes == bytes) {
        return width;
      }
    }
    throw new IllegalArgumentException("no load moves " + bytes + " bytes");
  }
}
