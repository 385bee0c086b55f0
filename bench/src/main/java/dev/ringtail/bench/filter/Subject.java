// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.filter;

import dev.ringtail.agent.kernel.Bpf;
import java.lang.foreign.MemorySegment;
import java.lang.management.ThreadMXBean;

/**
 * A program and the packet that it is run on.
 *
 * @param name of the filter, and of the packet where there are several
 * @param program descriptor
 * @param written instructions as they were handed to the kernel; 0: not known
 */
record Subject(String name, int program, int written, MemorySegment packet) {
  private static final int PACKETS = 1_000_000;

  /** Nanoseconds of CPU time of one run, of a million in a row. */
  double ns(ThreadMXBean threads) {
    long before = threads.getCurrentThreadCpuTime();
    Bpf.testRun(program, packet, PACKETS);
    return (threads.getCurrentThreadCpuTime() - before) / (double) PACKETS;
  }

  /** Instructions that the verifier looked at. */
  int verified() {
    return Bpf.verifiedInstructions(program);
  }
}
