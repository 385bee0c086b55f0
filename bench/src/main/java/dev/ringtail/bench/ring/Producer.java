// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.kernel.Mapping;
import dev.ringtail.agent.program.LoadedObject;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Offers packets to a program by BPF_PROG_TEST_RUN on the calling thread, which it pins: as fast as
 * the program takes them, or at a rate, kept by {@code pace.bpf.c} in front of the program.
 */
final class Producer implements AutoCloseable {
  /** Packets between two looks at the clock. */
  private static final int BATCH = 32;

  private static final int PAGE = 4096;
  private static final int INTERVAL = 0;
  private static final int BATCH_SIZE = 8;
  private static final int DUE = 16;
  private static final int COUNTDOWN = 24;

  private final Arena arena = Arena.ofConfined();
  private final LoadedObject pacer =
      TestObject.open("pace").programFlags("pace_packet", Bpf.PROG_FLAG_XDP_HAS_FRAGS).load();
  private final Mapping state = Mapping.of(pacer.map("pace_state"), 0, PAGE, true, "the pace");

  Producer(int cpu) {
    BitSet cpus = new BitSet();
    cpus.set(cpu);
    CpuAffinity.pinCurrentThread(cpus);
  }

  /** Runs the program {@code packets} times on a packet, without any reader to wait for. */
  double bareNs(int program, int length, int packets) {
    return Integer.toUnsignedLong((int) Bpf.testRun(program, packet(length), packets));
  }

  /**
   * @param rate packets per second; 0: as fast as the program takes them
   */
  Trial offer(RingUnderTest ring, int length, int packets, double rate)
      throws InterruptedException {
    int program = ring.program();
    if (rate > 0) {
      Bpf.updateMap(pacer.map("pace_target"), 0, program, "the program behind the pacer");
      state.segment().set(JAVA_LONG, INTERVAL, (long) (BATCH * 1e9 / rate));
      state.segment().set(JAVA_LONG, BATCH_SIZE, BATCH);
      state.segment().set(JAVA_LONG, DUE, 0);
      state.segment().set(JAVA_LONG, COUNTDOWN, 0);
      program = pacer.program("pace_packet");
    }
    long written = ring.written();
    long dropped = ring.dropped();
    long cpu = ring.readerCpuNs();
    double ns = bareNs(program, length, packets);
    ring.awaitEmpty();
    written = ring.written() - written;
    dropped = ring.dropped() - dropped;
    if (written + dropped != packets) {
      throw new IllegalStateException(
          "%d packets were offered, %d written and %d dropped"
              .formatted(packets, written, dropped));
    }
    return new Trial(packets, written, dropped, packets * ns * 1e-9, ns, ring.readerCpuNs() - cpu);
  }

  private MemorySegment packet(int length) {
    return arena.allocate(length).fill((byte) 0x5a);
  }

  @Override
  public void close() {
    state.close();
    pacer.close();
    arena.close();
  }
}
