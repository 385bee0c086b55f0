// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.placement.PlacementPlan;
import dev.ringtail.agent.placement.PlacementPolicy;
import dev.ringtail.agent.placement.PlacementRequest;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.spool.SegmentExchange;
import dev.ringtail.agent.spool.SegmentSupply;
import dev.ringtail.agent.spool.Spool;
import dev.ringtail.agent.spool.SpoolBudget;
import dev.ringtail.agent.spool.SpoolLock;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.bpf.Abi;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rings that go from reader to reader. */
class ReaderCrewIT {
  private static final int PACKET_BYTES = 1000;
  private static final int HANDOVERS = 60;
  private static final byte[] NO_PRELUDE = {};

  @TempDir Path folder;

  /** Two readers anywhere, of which one has the ring of {@code cpu}. */
  private static PlacementPlan plan(CpuSet anywhere, int cpu, int reader) {
    TreeMap<Integer, Integer> readerOfRing = new TreeMap<>();
    readerOfRing.put(cpu, reader);
    return new PlacementPlan(
        PlacementRequest.observe(PlacementRequest.Hook.INTERRUPT),
        new PlacementPolicy.Observe(),
        CpuSet.of(cpu),
        CpuSet.of(cpu),
        IntStream.range(0, 2)
            .mapToObj(index -> new PlacementPlan.Reader(index, anywhere, false))
            .toList(),
        readerOfRing,
        List.of(),
        List.of(),
        anywhere,
        List.of(),
        List.of());
  }

  @Test
  void shouldLoseAndRepeatNothingWhileARingGoesToAndFro() throws Exception {
    CpuSet allowed = CpuSet.of(CpuAffinity.ofCurrentThread().stream());
    int cpu = allowed.first().orElseThrow();
    SpoolBudget budget = new SpoolBudget(16 << 20, 8);
    AtomicLong movedBytes = new AtomicLong();
    try (RingFixture fixture = new RingFixture(8 << 20);
        Spool spool = Spool.open(SpoolLock.take(folder), "run", budget, 0)) {
      List<SegmentExchange> exchanges =
          List.of(new SegmentExchange(0, 8), new SegmentExchange(1, 8));
      SegmentSupply supply =
          new SegmentSupply(
              spool,
              exchanges,
              () -> NO_PRELUDE,
              segment -> {
                movedBytes.addAndGet(segment.length());
                spool.discard(segment);
              });
      CaptureLimits limits =
          new CaptureLimits(
              new CapturePlan.Limits(Optional.empty(), OptionalLong.empty(), OptionalLong.empty()),
              0,
              List.of(fixture.program()));
      List<ReaderThread> threads =
          exchanges.stream()
              .map(one -> new ReaderAgent(new Ring[0], one, limits, 1, Long.MAX_VALUE, 0))
              .map(ReaderThread::new)
              .toList();
      try (ReaderCrew crew = new ReaderCrew(fixture.rings(), List.of(cpu), threads, false)) {
        supply.start();
        crew.start(plan(allowed, cpu, 0));
        for (int i = 1; i <= HANDOVERS; i++) {
          fixture.send(2000, PACKET_BYTES);
          crew.follow(plan(allowed, cpu, i % 2));
          fixture.send(2000, PACKET_BYTES);
          assertThat(crew.settle(5000)).isTrue();
          assertThat(crew.readerOf(0)).isEqualTo(i % 2);
        }
        crew.stop();
        for (ReaderThread thread : threads) {
          for (Ring ring : crew.ringsOf(thread.agent().number())) {
            while (!thread.agent().drain(ring, ring.producedAcquire())) {
              Thread.sleep(1);
            }
          }
          thread.agent().seal();
        }
        supply.finish();
        assertThat(crew.failure()).isEmpty();
        assertThat(crew.cpusOf(0)).containsExactly(cpu);
      }
      assertThat(fixture.count(Abi.Counters.DROPPED_RING_FULL)).isZero();
      assertThat(fixture.written()).isEqualTo(2L * 2000 * HANDOVERS);
      assertThat(movedBytes.get()).isEqualTo(fixture.written() * (PACKET_BYTES + Abi.EPB_OVERHEAD));
    }
  }

  @Test
  void shouldHaveAReaderTakeANewOrderAtOnceAlsoWhenItSleeps() throws Exception {
    CpuSet allowed = CpuSet.of(CpuAffinity.ofCurrentThread().stream());
    int cpu = allowed.first().orElseThrow();
    try (RingFixture fixture = new RingFixture(1 << 20)) {
      CaptureLimits limits =
          new CaptureLimits(
              new CapturePlan.Limits(Optional.empty(), OptionalLong.empty(), OptionalLong.empty()),
              0,
              List.of(fixture.program()));
      List<ReaderThread> threads =
          IntStream.range(0, 2)
              .mapToObj(
                  number ->
                      new ReaderThread(
                          new ReaderAgent(
                              new Ring[0],
                              new SegmentExchange(number, 1),
                              limits,
                              1,
                              Long.MAX_VALUE,
                              0)))
              .toList();
      try (ReaderCrew crew = new ReaderCrew(fixture.rings(), List.of(cpu), threads, false)) {
        crew.start(plan(allowed, cpu, 0));
        Thread.sleep(1500);
        crew.follow(plan(allowed, cpu, 1));
        // It would sleep for 250 ms by itself; a busy machine may add its own.
        assertThat(crew.settle(200)).isTrue();
        crew.stop();
      }
    }
  }
}
