// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/** Which CPUs threads of this process may run on (sched_setaffinity(2)). */
public final class CpuAffinity {
  private static final int MASK_BYTES = 1024;

  private CpuAffinity() {}

  /**
   * @throws KernelException EINVAL when none of the CPUs is online and allowed
   */
  public static void pinCurrentThread(BitSet cpus) {
    pin(0, cpus);
  }

  /**
   * @param tid the kernel's number of a thread of this process
   * @throws KernelException ESRCH when the thread has ended, EINVAL as above
   */
  public static void pin(int tid, BitSet cpus) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, 8);
      byte[] bits = cpus.toByteArray();
      MemorySegment.copy(bits, 0, mask, JAVA_BYTE, 0, bits.length);
      KernelException.check(
          LibC.sched_setaffinity(tid, MASK_BYTES, mask.address()),
          "cannot pin a thread to CPUs " + cpus);
    }
  }

  /** As the kernel tells it. */
  public static BitSet ofCurrentThread() {
    return of(0);
  }

  /**
   * @param tid the kernel's number of a thread of this process
   */
  public static BitSet of(int tid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, 8);
      KernelException.check(
          LibC.sched_getaffinity(tid, MASK_BYTES, mask.address()), "cannot read a thread's CPUs");
      return BitSet.valueOf(mask.toArray(JAVA_BYTE));
    }
  }
}
