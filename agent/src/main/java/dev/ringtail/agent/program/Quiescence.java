// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import dev.ringtail.agent.kernel.LibC;
import java.util.concurrent.locks.LockSupport;

/** Waits until no CPU is inside a program that was detached, or passed a gate before it closed. */
public final class Quiescence {
  private static final long SYS_MEMBARRIER =
      "aarch64".equals(System.getProperty("os.arch")) ? 283 : 324;
  private static final int MEMBARRIER_CMD_GLOBAL = 1;

  /** Longer than any grace period seen, for kernels that refuse the call under nohz_full. */
  private static final long FALLBACK_NS = 200_000_000;

  private Quiescence() {}

  /**
   * Returns after an RCU grace period: {@code membarrier(MEMBARRIER_CMD_GLOBAL)} is {@code
   * synchronize_rcu()} (kernel/sched/membarrier.c), and XDP programs run inside RCU read sections.
   */
  public static void await() {
    if (LibC.syscall(SYS_MEMBARRIER, MEMBARRIER_CMD_GLOBAL, 0, 0, 0, 0, 0) != 0) {
      LockSupport.parkNanos(FALLBACK_NS);
    }
  }
}
