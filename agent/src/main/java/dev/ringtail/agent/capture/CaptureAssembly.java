// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.program.XdpCapture;
import dev.ringtail.agent.program.XdpLadder;
import dev.ringtail.agent.program.XdpSlotBusyException;
import dev.ringtail.agent.recovery.RunNotes;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.ring.RingGeometry;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.agent.ring.RingMemoryException;
import dev.ringtail.agent.spool.SegmentExchange;
import dev.ringtail.agent.spool.SegmentSupply;
import dev.ringtail.agent.spool.Spool;
import dev.ringtail.agent.spool.SpoolBudget;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.spool.SpoolLock;
import dev.ringtail.agent.upload.Delivery;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.SegmentPacker;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.pcapng.InterfaceStatistics;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Puts a capture together in the order in which it can fail most cheaply: store, spool, memory,
 * programs, which are attached with their gates closed. What was made is unmade when a later step
 * is refused.
 */
public final class CaptureAssembly {
  private final CapturePlan plan;
  private final ObjectStore store;
  private final Deque<AutoCloseable> made = new ArrayDeque<>();

  private CaptureAssembly(CapturePlan plan, ObjectStore store) {
    this.plan = plan;
    this.store = store;
  }

  /**
   * Makes a session that is ready to {@link CaptureSession#start}.
   *
   * @param ringCpus the CPUs that may run the hook
   * @param possibleCpus highest CPU number of the machine plus one
   * @param store closed with the session, and also when the session is refused
   * @throws CaptureRefusedException with the reason; nothing is left behind
   */
  public static CaptureSession assemble(
      CapturePlan plan, List<Integer> ringCpus, int possibleCpus, ObjectStore store)
      throws CaptureRefusedException {
    CaptureAssembly assembly = new CaptureAssembly(plan, store);
    assembly.made.push(store::close);
    try {
      return new CaptureSession(plan, store, assembly.parts(ringCpus, possibleCpus));
    } catch (StoreException
        | SpoolException
        | RingMemoryException
        | XdpSlotBusyException
        | IOException
        | KernelException e) {
      assembly.unmake();
      throw new CaptureRefusedException(e.getMessage(), e);
    } catch (RuntimeException e) {
      assembly.unmake();
      throw e;
    }
  }

  private CaptureParts parts(List<Integer> ringCpus, int possibleCpus)
      throws StoreException,
          SpoolException,
          RingMemoryException,
          XdpSlotBusyException,
          IOException {
    store.check();
    RingGeometry geometry =
        RingGeometry.forBudget(plan.memoryBytes(), ringCpus.size(), plan.snapLength());
    Spool spool = keep(openSpool());
    RunNotes notes = new RunNotes(spool.folder(), plan.identity().run());
    RingMemory rings = keep(new RingMemory(geometry, ringCpus, possibleCpus));
    List<XdpCapture> programs = attach(rings, possibleCpus);
    SegmentBlocks blocks =
        new SegmentBlocks(plan, "Linux " + KernelRelease.running().text(), programs);
    List<SegmentExchange> exchanges =
        IntStream.range(0, plan.readers())
            .mapToObj(i -> new SegmentExchange(i, spool.budget().segments()))
            .toList();
    Delivery delivery =
        new Delivery(
            spool,
            store,
            new SegmentPacker(plan.output().segment().compression()),
            plan.identity().keyPrefix(),
            plan.interfaces().size(),
            reader -> blocks.statistics(cpusOf(reader, ringCpus)),
            notes::delivered);
    SegmentSupply supply = new SegmentSupply(spool, exchanges, blocks::prelude, delivery::accept);
    int overhead = blocks.prelude().length + blocks.statisticsBytes();
    CaptureLimits limits =
        new CaptureLimits(plan.limits(), (long) overhead * plan.readers(), programs);
    return new CaptureParts(
        List.copyOf(ringCpus),
        rings,
        programs,
        spool,
        notes,
        supply,
        delivery,
        blocks,
        limits,
        readers(rings, exchanges, limits, overhead));
  }

  /** Gates are closed: nothing is counted or written until the session starts. */
  private List<XdpCapture> attach(RingMemory rings, int possibleCpus) throws XdpSlotBusyException {
    XdpLadder ladder = new XdpLadder(rings, possibleCpus, plan.verdict(), plan.filter());
    List<XdpCapture> programs = new ArrayList<>();
    for (int i = 0; i < plan.interfaces().size(); i++) {
      CapturedInterface captured = plan.interfaces().get(i);
      programs.add(keep(ladder.attach(i, captured.index(), captured.name())));
    }
    return programs;
  }

  private Spool openSpool() throws SpoolException, IOException {
    SpoolLock lock = SpoolLock.take(plan.spool().folder());
    try {
      FileStore fileStore = Files.getFileStore(lock.folder());
      SpoolBudget budget =
          SpoolBudget.divide(
              plan.spool().budgetBytes(),
              plan.spool().mayShrink(),
              plan.spool().segmentBytes(),
              plan.readers(),
              SegmentPacker.scratchFiles(plan.output().segment().compression()),
              lock.folder().toString(),
              fileStore.getTotalSpace(),
              fileStore.getUsableSpace());
      return Spool.open(
          lock,
          plan.identity().run(),
          budget,
          plan.interfaces().size() * InterfaceStatistics.LONGEST);
    } catch (SpoolException | IOException e) {
      lock.close();
      throw e;
    }
  }

  private List<ReaderThread> readers(
      RingMemory rings, List<SegmentExchange> exchanges, CaptureLimits limits, int overhead) {
    List<ReaderThread> readers = new ArrayList<>();
    for (int i = 0; i < plan.readers(); i++) {
      int reader = i;
      Ring[] own =
          rings.rings().stream()
              .filter(ring -> plan.readerOf(ring.index()) == reader)
              .toArray(Ring[]::new);
      ReaderAgent agent =
          new ReaderAgent(
              own,
              exchanges.get(i),
              limits,
              plan.interfaces().size(),
              plan.spool().segmentInterval().toNanos(),
              overhead);
      BitSet cpus = plan.readerCpus().isEmpty() ? new BitSet() : plan.readerCpus().get(i);
      readers.add(
          keep(
              new ReaderThread(
                  agent,
                  IntStream.range(0, own.length).mapToObj(n -> rings.bell(own[n].index())).toList(),
                  cpus)));
    }
    return readers;
  }

  /** The CPUs whose rings a reader reads. */
  private List<Integer> cpusOf(int reader, List<Integer> ringCpus) {
    return IntStream.range(0, ringCpus.size())
        .filter(ring -> plan.readerOf(ring) == reader)
        .mapToObj(ringCpus::get)
        .toList();
  }

  private <T extends AutoCloseable> T keep(T part) {
    made.push(part);
    return part;
  }

  private void unmake() {
    for (AutoCloseable part : made) {
      try {
        part.close();
      } catch (Exception e) {
        // The first refusal is what the user needs to know.
      }
    }
  }
}
