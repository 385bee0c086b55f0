// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.placement.NodePlacement;
import dev.ringtail.agent.program.BoundFilter;
import dev.ringtail.agent.program.CaptureLadder;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.program.NamedSets;
import dev.ringtail.agent.program.PointRefusedException;
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
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.HostTreeException;
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
import java.util.Deque;
import java.util.List;
import java.util.Optional;
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
   * @param possibleCpus highest CPU number of the machine plus one
   * @param store closed with the session, and also when the session is refused
   * @throws CaptureRefusedException with the reason; nothing is left behind
   */
  public static CaptureSession assemble(CapturePlan plan, int possibleCpus, ObjectStore store)
      throws CaptureRefusedException {
    CaptureAssembly assembly = new CaptureAssembly(plan, store);
    assembly.made.push(store::close);
    try {
      return new CaptureSession(plan, store, assembly.parts(possibleCpus));
    } catch (StoreException
        | SpoolException
        | RingMemoryException
        | PointRefusedException
        | IOException
        | HostTreeException
        | KernelException e) {
      assembly.unmake();
      throw new CaptureRefusedException(e.getMessage(), e);
    } catch (RuntimeException e) {
      assembly.unmake();
      throw e;
    }
  }

  private CaptureParts parts(int possibleCpus)
      throws StoreException,
          SpoolException,
          RingMemoryException,
          PointRefusedException,
          IOException {
    store.check();
    NodePlacement placement =
        keep(
            NodePlacement.open(
                HostTree.ofNode(),
                plan.placementFolder(),
                plan.interfaces().stream().map(CapturedInterface::name).toList(),
                plan.placement()));
    List<Integer> ringCpus = placement.ringCpus().toList();
    int readers = placement.mostReaders();
    RingGeometry geometry =
        RingGeometry.forBudget(plan.memoryBytes(), ringCpus.size(), plan.snapLength());
    Spool spool = keep(openSpool(readers));
    RunNotes notes = new RunNotes(spool.folder(), plan.identity().run());
    RingMemory rings = keep(new RingMemory(geometry, ringCpus, possibleCpus));
    NamedSets sets = keep(new NamedSets());
    plan.sets().forEach(sets::add);
    CaptureLadder ladder =
        new CaptureLadder(rings, possibleCpus, plan.verdict(), plan.point(), plan.direction());
    CaptureMembers members = attach(ladder, sets);
    LiveFilter filter = new LiveFilter(members, sets, plan.filter());
    SegmentBlocks blocks =
        new SegmentBlocks(plan, "Linux " + KernelRelease.running().text(), members, filter);
    List<SegmentExchange> exchanges =
        IntStream.range(0, readers)
            .mapToObj(i -> new SegmentExchange(i, spool.budget().segments()))
            .toList();
    long overhead = (long) blocks.prelude().length + blocks.statisticsBytes();
    CaptureLimits limits = new CaptureLimits(plan.limits(), overhead * readers, members.programs());
    ReaderCrew crew =
        new ReaderCrew(
            rings,
            ringCpus,
            threads(exchanges, limits, blocks.statisticsBytes()),
            plan.readersSpin());
    Delivery delivery =
        new Delivery(
            spool,
            store,
            new SegmentPacker(plan.output().segment().compression()),
            plan.identity().keyPrefix(),
            plan.most(),
            segment -> blocks.statistics(crew.cpusOf(segment.name().reader()), segment.edition()),
            notes::delivered);
    SegmentSupply supply = new SegmentSupply(spool, exchanges, blocks::prelude, delivery::accept);
    filter.afterChange(
        () -> {
          limits.reserve((blocks.prelude().length + blocks.statisticsBytes()) * (long) readers);
          supply.renew();
        });
    return new CaptureParts(
        ringCpus, rings, ladder, members, filter, spool, notes, supply, delivery, blocks, limits,
        placement, crew);
  }

  /** Gates are closed: nothing is counted or written until the session starts. */
  private CaptureMembers attach(CaptureLadder ladder, NamedSets sets) throws PointRefusedException {
    Optional<BoundFilter> filter =
        plan.filter().map(asking -> new BoundFilter(asking, sets.mapsOf(asking)));
    CaptureMembers members = new CaptureMembers();
    for (int i = 0; i < plan.interfaces().size(); i++) {
      CapturedInterface captured = plan.interfaces().get(i);
      members.add(captured, keep(ladder.attach(i, captured.index(), captured.name(), filter)));
    }
    return members;
  }

  private Spool openSpool(int readers) throws SpoolException, IOException {
    SpoolLock lock = SpoolLock.take(plan.spool().folder());
    try {
      FileStore fileStore = Files.getFileStore(lock.folder());
      SpoolBudget budget =
          SpoolBudget.divide(
              plan.spool().budgetBytes(),
              plan.spool().mayShrink(),
              plan.spool().segmentBytes(),
              readers,
              SegmentPacker.scratchFiles(plan.output().segment().compression()),
              lock.folder().toString(),
              fileStore.getTotalSpace(),
              fileStore.getUsableSpace());
      return Spool.open(
          lock, plan.identity().run(), budget, plan.most() * InterfaceStatistics.LONGEST);
    } catch (SpoolException | IOException e) {
      lock.close();
      throw e;
    }
  }

  private List<ReaderThread> threads(
      List<SegmentExchange> exchanges, CaptureLimits limits, int trailerBytes) {
    List<ReaderThread> threads = new ArrayList<>();
    for (SegmentExchange exchange : exchanges) {
      threads.add(
          keep(
              new ReaderThread(
                  new ReaderAgent(
                      new Ring[0],
                      exchange,
                      limits,
                      plan.most(),
                      plan.spool().segmentInterval().toNanos(),
                      trailerBytes))));
    }
    return threads;
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
