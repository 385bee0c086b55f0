// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.math.BigInteger;

/**
 * The first bytes of an array, big-endian.
 *
 * @param bytes at least {@code length} of them
 * @param length where the packet ends
 */
record Packet(byte[] bytes, int length) {

  int u8(int offset) {
    if (offset < 0 || offset >= length) {
      throw TruncatedException.INSTANCE;
    }
    return bytes[offset] & 0xff;
  }

  int u16(int offset) {
    int low = u8(offset + 1);
    return u8(offset) << 8 | low;
  }

  int nibble(int offset) {
    return u8(offset) >> 4;
  }

  /**
   * An unsigned number.
   *
   * @param offset in bits
   * @param count of bits
   */
  BigInteger bits(long offset, int count) {
    int first = Math.toIntExact(offset / 8);
    int last = Math.toIntExact((offset + count - 1) / 8);
    u8(last);
    BigInteger value = BigInteger.ZERO;
    for (int i = first; i <= last; i++) {
      value = value.shiftLeft(8).or(BigInteger.valueOf(u8(i)));
    }
    int surplus = 8 * (last + 1) - Math.toIntExact(offset + count);
    return value.shiftRight(surplus).mod(BigInteger.ONE.shiftLeft(count));
  }
}
