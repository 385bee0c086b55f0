// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.math.BigInteger;

/**
 * How an interface counts time: the options if_tsresol and if_tsoffset of draft-ietf-opsawg-pcapng,
 * section 4.2.
 *
 * @param code if_tsresol, 0 to 255: units of 10^-code s, or with bit 7 set of 2^-(code-128) s
 * @param offsetSeconds if_tsoffset, added to every timestamp
 */
public record TimestampResolution(int code, long offsetSeconds) {
  /** What Ringtail writes. */
  public static final TimestampResolution NANOSECONDS = new TimestampResolution(9, 0);

  /** What holds without the option. */
  public static final TimestampResolution MICROSECONDS = new TimestampResolution(6, 0);

  private static final long NS_PER_SECOND = 1_000_000_000L;
  private static final BigInteger LARGEST = BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);
  private static final int BINARY = 0x80;

  /** 10^0 to 10^19, the last one unsigned. */
  private static final long[] POWERS_OF_TEN = new long[20];

  static {
    POWERS_OF_TEN[0] = 1;
    for (int i = 1; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = POWERS_OF_TEN[i - 1] * 10;
    }
  }

  public TimestampResolution {
    if (code < 0 || code > 255) {
      throw new IllegalArgumentException("if_tsresol is one byte, not " + code);
    }
  }

  /**
   * Nanoseconds since 1970, rounded down. Times beyond the range of a long (year 2262) become the
   * nearest end of that range, so that the order of timestamps is kept.
   *
   * @param units the 64-bit unsigned timestamp
   */
  public long toNs(long units) {
    if (code == 9 && offsetSeconds == 0 && units >= 0) {
      return units;
    }
    long ns = (code & BINARY) != 0 ? binaryNs(units, code - BINARY) : decimalNs(units);
    return offsetSeconds == 0 ? ns : saturatedAdd(ns, saturatedMultiply(offsetSeconds));
  }

  /** The timestamp, rounded down, that {@link #toNs} turns into a time; 0 for earlier times. */
  long toUnits(long ns) {
    BigInteger sinceOffset =
        BigInteger.valueOf(ns)
            .subtract(
                BigInteger.valueOf(offsetSeconds).multiply(BigInteger.valueOf(NS_PER_SECOND)));
    BigInteger perSecond =
        (code & BINARY) != 0 ? BigInteger.TWO.pow(code - BINARY) : BigInteger.TEN.pow(code);
    BigInteger units = sinceOffset.multiply(perSecond).divide(BigInteger.valueOf(NS_PER_SECOND));
    return units.signum() < 0 ? 0 : units.min(LARGEST).longValue();
  }

  private long decimalNs(long units) {
    if (code > 9) {
      return code - 9 > 19 ? 0 : Long.divideUnsigned(units, POWERS_OF_TEN[code - 9]);
    }
    long factor = POWERS_OF_TEN[9 - code];
    long product = units * factor;
    return Math.unsignedMultiplyHigh(units, factor) != 0 || product < 0 ? Long.MAX_VALUE : product;
  }

  private static long binaryNs(long units, int bits) {
    long high = Math.unsignedMultiplyHigh(units, NS_PER_SECOND);
    long low = units * NS_PER_SECOND;
    if (bits >= 64) {
      return high >>> (bits - 64);
    }
    if (bits > 0) {
      low = low >>> bits | high << (64 - bits);
      high >>>= bits;
    }
    return high != 0 || low < 0 ? Long.MAX_VALUE : low;
  }

  private static long saturatedMultiply(long seconds) {
    if (seconds > Long.MAX_VALUE / NS_PER_SECOND) {
      return Long.MAX_VALUE;
    }
    return seconds < Long.MIN_VALUE / NS_PER_SECOND ? Long.MIN_VALUE : seconds * NS_PER_SECOND;
  }

  private static long saturatedAdd(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return sum;
  }
}
