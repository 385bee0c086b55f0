// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

/**
 * An unsigned number of up to 128 bits: the value of any field.
 *
 * @param high upper 64 bits, 0 for all but IPv6 addresses
 * @param low lower 64 bits
 */
public record Bits(long high, long low) implements Comparable<Bits> {

  static final Bits ZERO = new Bits(0, 0);

  static Bits of(long low) {
    return new Bits(0, low);
  }

  /** The greatest number of that many bits. */
  static Bits ones(int bits) {
    if (bits == 0) {
      return ZERO;
    }
    return bits > Long.SIZE
        ? new Bits(-1L >>> 2 * Long.SIZE - bits, -1L)
        : new Bits(0, -1L >>> Long.SIZE - bits);
  }

  Bits and(Bits other) {
    return new Bits(high & other.high, low & other.low);
  }

  Bits or(Bits other) {
    return new Bits(high | other.high, low | other.low);
  }

  Bits not() {
    return new Bits(~high, ~low);
  }

  /** One more, wrapping. */
  Bits next() {
    return new Bits(low == -1L ? high + 1 : high, low + 1);
  }

  /** One less, wrapping. */
  Bits previous() {
    return new Bits(low == 0 ? high - 1 : high, low - 1);
  }

  @Override
  public int compareTo(Bits other) {
    int upper = Long.compareUnsigned(high, other.high);
    return upper != 0 ? upper : Long.compareUnsigned(low, other.low);
  }
}
