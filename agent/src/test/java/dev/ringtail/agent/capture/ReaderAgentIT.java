// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.spool.SegmentExchange;
import dev.ringtail.agent.spool.SegmentFile;
import dev.ringtail.agent.spool.SegmentFiles;
import dev.ringtail.agent.spool.SegmentSupply;
import dev.ringtail.agent.spool.Spool;
import dev.ringtail.agent.spool.SpoolBudget;
import dev.ringtail.agent.spool.SpoolLock;
import dev.ringtail.bpf.Abi;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader, driven step by step over a real ring. */
class ReaderAgentIT {
  private static final int RING = 1 << 20;
  private static final int IDLE_ROUNDS = 20_000;
  private static final int WARM_UP_RECORDS = 15_000_000;
  private static final int MOST_WINDOWS = 4;
  private static final long NEVER_NS = Long.MAX_VALUE;

  @TempDir Path folder;

  private static CaptureLimits unlimited(RingFixture fixture) {
    return limits(fixture, OptionalLong.empty());
  }

  private static CaptureLimits limits(RingFixture fixture, OptionalLong packets) {
    return new CaptureLimits(
        new CapturePlan.Limits(Optional.empty(), packets, OptionalLong.empty()),
        0,
        List.of(fixture.program()));
  }

  private static ReaderAgent reader(
      RingFixture fixture, SegmentExchange exchange, CaptureLimits limits) {
    return new ReaderAgent(new Ring[] {fixture.ring()}, exchange, limits, 1, NEVER_NS, 0);
  }

  @Test
  void shouldAllocateNothingOverTenMillionRecords() throws Exception {
    Spool spool = Spool.open(SpoolLock.take(folder), "run", new SpoolBudget(16 << 20, 8), 0);
    SegmentExchange exchange = new SegmentExchange(0, 8);
    SegmentSupply supply =
        new SegmentSupply(spool, List.of(exchange), () -> new byte[28], spool::discard);
    try (RingFixture fixture = new RingFixture(64 << 20);
        spool) {
      supply.start();
      ReaderAgent reader = reader(fixture, exchange, unlimited(fixture));
      for (int i = 0; i < IDLE_ROUNDS; i++) {
        reader.doWork();
      }
      allocatedWhileMoving(reader, fixture, WARM_UP_RECORDS);

      // The JVM allocates when it links a path that is first taken late; records never do, so that
      // soon ten million of them go by without a byte.
      long allocated = Long.MAX_VALUE;
      for (int window = 0; window < MOST_WINDOWS && allocated != 0; window++) {
        long counted = fixture.written();
        allocated = allocatedWhileMoving(reader, fixture, 10_000_000);
        assertThat(fixture.written() - counted).isGreaterThanOrEqualTo(10_000_000);
      }

      assertThat(allocated).isZero();
      assertThat(fixture.count(Abi.Counters.DROPPED_RING_FULL)).isZero();
      assertThat(reader.counters().at(FunnelTerm.SPOOL_FULL, 0)).isZero();
      reader.seal();
      supply.finish();
    }
  }

  /** Bytes that this thread allocates in the reader while so many records go through it. */
  private static long allocatedWhileMoving(ReaderAgent reader, RingFixture fixture, long records) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = 0;
    long end = fixture.written() + records;
    while (fixture.written() < end) {
      // Few calls with many packets: each call waits for the kernel to patch its text.
      fixture.send(500_000, 60);
      while (fixture.ring().producedAcquire() != fixture.ring().consumed()) {
        long before = threads.getCurrentThreadAllocatedBytes();
        reader.doWork();
        allocated += threads.getCurrentThreadAllocatedBytes() - before;
      }
    }
    return allocated;
  }

  @Test
  void shouldWaitWithoutASegmentUntilTheRingIsHalfFull() {
    try (RingFixture fixture = new RingFixture(RING)) {
      ReaderAgent reader = reader(fixture, new SegmentExchange(0, 1), unlimited(fixture));

      fixture.send(100, 1000);
      assertThat(reader.doWork()).isZero();
      fixture.send(500, 1000);
      reader.doWork();

      long letGo = reader.counters().at(FunnelTerm.SPOOL_FULL, 0);
      assertThat(letGo).isBetween(1L, 600L);
      long record = Abi.EPB_OVERHEAD + 1000;
      assertThat(fixture.ring().consumed()).isEqualTo(letGo * record);
    }
  }

  @Test
  void shouldCountEveryPacketOfARefusedWrite() {
    try (RingFixture fixture = new RingFixture(RING)) {
      SegmentExchange exchange = new SegmentExchange(0, 1);
      SegmentFile full = SegmentFiles.onFullDevice(0);
      assertThat(SegmentFiles.give(exchange, full)).isTrue();
      ReaderAgent reader = reader(fixture, exchange, unlimited(fixture));

      fixture.send(40, 1000);
      reader.doWork();

      assertThat(reader.counters().at(FunnelTerm.SPOOL_ERROR, 0)).isEqualTo(40);
      assertThat(full.isEmpty()).isTrue();
      assertThat(full.errno()).isEqualTo(28);
      assertThat(fixture.ring().consumed()).isEqualTo(fixture.ring().producedAcquire());
    }
  }

  @Test
  void shouldStopAtThePacketLimitAndCutByCount() {
    try (RingFixture fixture = new RingFixture(RING)) {
      CaptureLimits limits = limits(fixture, OptionalLong.of(25));
      ReaderAgent reader = reader(fixture, new SegmentExchange(0, 1), limits);

      fixture.send(40, 100);

      assertThat(limits.admit(1)).isFalse();
      assertThat(limits.reached()).isTrue();
      fixture.send(7, 100);
      assertThat(fixture.written()).as("the gate is closed").isEqualTo(40);
      FinalCut cut = new FinalCut(List.of(fixture.ring()));
      assertThat(cut.count()).isEqualTo(40);
      long end = cut.within(limits.packetsLeft(0), limits.bytesLeft()).getFirst();
      assertThat(end).isEqualTo(25 * (Abi.EPB_OVERHEAD + 100));
      reader.letGo(fixture.ring(), end, FunnelTerm.SPOOL_FULL);
      reader.letGo(fixture.ring(), fixture.ring().producedAcquire(), FunnelTerm.AFTER_LIMIT);
      assertThat(reader.counters().at(FunnelTerm.AFTER_LIMIT, 0)).isEqualTo(15);
    }
  }
}
