// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * How far TAI is ahead of the wall clock, as the kernel keeps it (adjtimex(2), {@code timex.tai}).
 */
public final class TaiClock {
  private static final int TIMEX_BYTES = 208;
  private static final int TIMEX_STATUS = 40;
  private static final int TIMEX_TAI = 160;
  private static final int STA_UNSYNC = 0x40;
  private static final long NS_PER_S = 1_000_000_000;

  private TaiClock() {}

  /** Nanoseconds, a whole number of seconds; 0 where nobody told the kernel. */
  public static long offsetNs() {
    return read(TIMEX_TAI) * NS_PER_S;
  }

  /** Whether something such as chrony keeps the clock in step. */
  public static boolean isSynchronized() {
    return (read(TIMEX_STATUS) & STA_UNSYNC) == 0;
  }

  private static int read(int offset) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment timex = arena.allocate(TIMEX_BYTES, 8);
      KernelException.check(LibC.adjtimex(timex.address()), "cannot read the clock's state");
      return timex.get(JAVA_INT, offset);
    }
  }
}
