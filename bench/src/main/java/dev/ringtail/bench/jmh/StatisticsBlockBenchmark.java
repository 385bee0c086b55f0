// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.jmh;

import dev.ringtail.pcapng.InterfaceStatistics;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A statistics block as a fresh array, and into memory that is there already. */
@State(Scope.Thread)
public class StatisticsBlockBenchmark {
  private final MemorySegment target = Arena.ofAuto().allocate(InterfaceStatistics.LONGEST);
  private final InterfaceStatistics statistics =
      new InterfaceStatistics(0, 1_000_000_000L, 1, 2, 3, 4, 5, 6, InterfaceStatistics.UNKNOWN);

  /** The obvious way. */
  @Benchmark
  public byte[] naive() {
    return statistics.encode();
  }

  /** Ours. */
  @Benchmark
  public long pooled() {
    return statistics.encode(target, 0);
  }
}
