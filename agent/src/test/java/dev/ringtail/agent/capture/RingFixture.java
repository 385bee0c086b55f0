// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.ring.RingGeometry;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.bpf.Abi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The real programs and one real ring, filled by BPF_PROG_TEST_RUN on the test's own thread, which
 * is pinned to one CPU: what is in the ring is known to the packet. Needs root.
 */
final class RingFixture implements AutoCloseable {
  private final BitSet allowed = CpuAffinity.ofCurrentThread();
  private final RingMemory rings;
  private final InterfaceCapture program;
  private final Arena arena = Arena.ofConfined();

  RingFixture(int ringBytes) {
    int cpu = allowed.nextSetBit(0);
    BitSet one = new BitSet();
    one.set(cpu);
    CpuAffinity.pinCurrentThread(one);
    int possibleCpus = Runtime.getRuntime().availableProcessors() + cpu + 1;
    rings = new RingMemory(RingGeometry.of(ringBytes, 2048), List.of(cpu), possibleCpus);
    program =
        InterfaceCapture.load(
            0, rings, possibleCpus, InterfaceCapture.PASS, true, Optional.empty());
    program.openGate();
  }

  RingMemory rings() {
    return rings;
  }

  Ring ring() {
    return rings.rings().getFirst();
  }

  InterfaceCapture program() {
    return program;
  }

  /** Sends packets of one length through the programs. */
  void send(int packets, int length) {
    MemorySegment packet = arena.allocate(length, 8);
    Bpf.testRun(program.entryProgram(), packet, packets);
  }

  /** A counter of the programs. */
  long count(int offset) {
    return program.counters().sum(offset);
  }

  /** Records that reached the ring. */
  long written() {
    return count(Abi.Counters.WRITTEN);
  }

  @Override
  public void close() {
    program.close();
    rings.close();
    arena.close();
    CpuAffinity.pinCurrentThread(allowed);
  }
}
