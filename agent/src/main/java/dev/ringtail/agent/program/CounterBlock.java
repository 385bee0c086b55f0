// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.Mapping;
import dev.ringtail.bpf.Abi;
import java.lang.invoke.VarHandle;

/**
 * What the programs of one interface count, one line per CPU. Reads are opaque: each value is whole
 * and never goes back, values of one moment need not agree. Allocates nothing.
 */
public final class CounterBlock implements AutoCloseable {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Mapping mapping;
  private final int cpus;

  CounterBlock(Mapping mapping, int cpus) {
    this.mapping = mapping;
    this.cpus = cpus;
  }

  /**
   * @param offset of the counter, from {@link Abi.Counters}
   */
  public long of(int cpu, int offset) {
    return (long) LONG.getOpaque(mapping.segment(), (long) cpu * Abi.Counters.SIZE + offset);
  }

  /** The sum over all CPUs. */
  public long sum(int offset) {
    long sum = 0;
    for (int cpu = 0; cpu < cpus; cpu++) {
      sum += of(cpu, offset);
    }
    return sum;
  }

  /** The highest value of any CPU, for times. */
  public long max(int offset) {
    long max = 0;
    for (int cpu = 0; cpu < cpus; cpu++) {
      max = Math.max(max, of(cpu, offset));
    }
    return max;
  }

  /** CPUs that have a line. */
  public int cpus() {
    return cpus;
  }

  @Override
  public void close() {
    mapping.close();
  }
}
