// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.Mapping;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.ring.RingGeometry;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.bpf.Abi;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Ringtail's ring of one CPU, with its own programs and one of two readers. */
final class RingtailRing implements RingUnderTest {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final RingMemory memory;
  private final InterfaceCapture capture;
  private final RingReader reader;
  private final Mapping positions;

  private interface ReaderMaker {
    RingReader make(RingMemory memory, InterfaceCapture capture) throws IOException, SpoolException;
  }

  private RingtailRing(RingGeometry geometry, int producerCpu, ReaderMaker maker)
      throws IOException, SpoolException {
    int possibleCpus = Runtime.getRuntime().availableProcessors();
    memory = new RingMemory(geometry, List.of(producerCpu), possibleCpus);
    capture =
        InterfaceCapture.load(
            0, memory, possibleCpus, InterfaceCapture.PASS, true, Optional.empty());
    positions = Mapping.of(memory.ringsMap(), 0, 2L * Abi.PAGE, true, "the positions");
    reader = maker.make(memory, capture);
    capture.openGate();
  }

  /** With the agent's reader, on {@code readerCpus}, or anywhere if that is empty. */
  static RingtailRing readByAgent(
      RingGeometry geometry, int producerCpu, BitSet readerCpus, Path folder)
      throws IOException, SpoolException {
    return new RingtailRing(
        geometry,
        producerCpu,
        (memory, capture) -> new AgentReader(memory, capture, folder.resolve("agent"), readerCpus));
  }

  /** With the reader in C. */
  static RingtailRing readByC(RingGeometry geometry, int producerCpu, int readerCpu, Path folder)
      throws IOException, SpoolException {
    return new RingtailRing(
        geometry,
        producerCpu,
        (memory, capture) -> new NativeReader(memory, folder.resolve("c.pcapng"), readerCpu));
  }

  @Override
  public int program() {
    return capture.entryProgram();
  }

  @Override
  public long written() {
    return capture.counters().sum(Abi.Counters.WRITTEN);
  }

  @Override
  public long dropped() {
    return capture.counters().sum(Abi.Counters.DROPPED_RING_FULL);
  }

  @Override
  public int slotBytes() {
    return Abi.EPB_OVERHEAD;
  }

  @Override
  public void awaitEmpty() throws InterruptedException {
    while ((long) LONG.getAcquire(positions.segment(), (long) Abi.Consumer.CONSUMED)
        != (long) LONG.getAcquire(positions.segment(), (long) Abi.PAGE + Abi.Producer.PRODUCED)) {
      Thread.sleep(1);
    }
  }

  @Override
  public long readerCpuNs() {
    return reader.cpuNs();
  }

  @Override
  public void close() throws Exception {
    reader.close();
    positions.close();
    capture.close();
    memory.close();
  }
}
