// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.ring;

import dev.ringtail.bpf.Abi;

/**
 * Sizes of one ring, as both sides use them.
 *
 * @param ringBytes data bytes, a power of two
 * @param snapLength bytes of a packet kept at most
 * @param markShift log2 of the stretch at whose end the producer notes a record boundary
 */
public record RingGeometry(int ringBytes, int snapLength, int markShift) {
  /** Stretches that a ring is divided into, unless its records are longer. */
  private static final int STRETCHES = Abi.MARKS / 2;

  /**
   * Splits a memory budget into equal rings.
   *
   * @param budgetBytes memory for all rings, slack and control pages included
   * @param rings at least 1
   * @param snapLength bytes, 1 to 262144
   * @throws RingMemoryException when a ring would be smaller than 1 MiB
   */
  public static RingGeometry forBudget(long budgetBytes, int rings, int snapLength)
      throws RingMemoryException {
    int ringBytes = Abi.RING_BYTES_MAX;
    while (ringBytes >= Abi.RING_BYTES_MIN
        && Abi.ringElementBytes(ringBytes, snapLength) * rings > budgetBytes) {
      ringBytes >>= 1;
    }
    if (ringBytes < Abi.RING_BYTES_MIN) {
      throw new RingMemoryException(
          budgetBytes, rings, Abi.ringElementBytes(Abi.RING_BYTES_MIN, snapLength));
    }
    return of(ringBytes, snapLength);
  }

  /** The geometry of a ring of exactly {@code ringBytes}. */
  public static RingGeometry of(int ringBytes, int snapLength) {
    int stretch = Math.max(ringBytes / STRETCHES, ceilingPowerOfTwo(Abi.longestRecord(snapLength)));
    if (stretch > ringBytes) {
      throw new IllegalArgumentException(
          "a record of " + Abi.longestRecord(snapLength) + " bytes does not fit " + ringBytes);
    }
    return new RingGeometry(ringBytes, snapLength, Integer.numberOfTrailingZeros(stretch));
  }

  /** Bytes of one map element: control pages, data, slack. */
  public int elementBytes() {
    return Math.toIntExact(Abi.ringElementBytes(ringBytes, snapLength));
  }

  private static int ceilingPowerOfTwo(int value) {
    return Integer.highestOneBit(value - 1) << 1;
  }
}
