// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import java.time.Duration;

/**
 * What a capture counted in one window of {@code Auto}, all of it differences over the window.
 *
 * @param length of the window, more than zero
 * @param captured packets written to rings
 * @param lost packets that matched and found their ring full, and those the card lost
 * @param cpu time of the readers and of handling receive interrupts, together
 * @param occupancy highest fill of any ring seen, 0 to 1
 */
public record Measurement(
    Duration length, long captured, long lost, Duration cpu, double occupancy) {
  /** Refuses an empty window and negative counts. */
  public Measurement {
    if (!length.isPositive() || captured < 0 || lost < 0 || cpu.isNegative()) {
      throw new IllegalArgumentException("A window has a length, and counts are not negative.");
    }
  }

  /** Packets captured a second. */
  public double rate() {
    return captured * 1e9 / length.toNanos();
  }

  /** CPU nanoseconds a captured packet, 0 when there was none. */
  public double cpuNsPerPacket() {
    return captured == 0 ? 0 : (double) cpu.toNanos() / captured;
  }
}
