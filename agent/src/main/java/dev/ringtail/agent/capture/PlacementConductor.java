// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.placement.NodePlacement;
import dev.ringtail.agent.placement.PlacementJournalException;
import dev.ringtail.agent.placement.PlacementPolicy.Auto;
import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.placement.RestoreReport;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.bpf.Abi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The conductor's part that keeps interrupts, readers and other threads where the plan wants them:
 * applies it, looks every few seconds whether it still holds, makes the readers follow another
 * plan, measures Auto's windows, and gives everything back. Only {@link #report} is for other
 * threads, too.
 */
final class PlacementConductor implements AutoCloseable {
  /** How long a reader that is writing may keep the conductor waiting for its ring. */
  private static final long HANDOVER_MS = 100;

  private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(2);

  /**
   * Where nothing was changed, drift costs locality only, and an idle capture pays for each look.
   */
  private static final long IDLE_LOOK_NS = TimeUnit.SECONDS.toNanos(30);

  private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(2);

  /** Until interrupts have fired on their new CPUs. */
  private static final long SETTLING_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private final NodePlacement placement;
  private final ReaderCrew crew;
  private final RingMemory rings;
  private final List<InterfaceCapture> programs;
  private final NicCounters nics;
  private final List<CapturedInterface> interfaces;
  private final HostTree tree = HostTree.ofNode();
  private final ServiceThreads service = new ServiceThreads(tree);
  private final boolean isAuto;
  private final long lookNs;
  private final List<String> notes = new ArrayList<>();
  private volatile PlacementReport report;
  private RestoreReport restored = new RestoreReport(List.of());
  private long nextLookNs;
  private long windowFromNs;
  private WindowCounts windowStart; // null until interrupts have settled
  private long noRing;
  private boolean changing;
  private boolean over;

  PlacementConductor(CapturePlan plan, CaptureParts parts, NicCounters nics) {
    this.placement = parts.placement();
    this.crew = parts.crew();
    this.rings = parts.rings();
    this.programs = parts.programs();
    this.nics = nics;
    this.interfaces = plan.interfaces();
    this.isAuto = plan.placement().policy() instanceof Auto;
    this.lookNs = plan.placement().policy() instanceof Observe ? IDLE_LOOK_NS : LOOK_NS;
    this.report = placement.report();
    List<RestoreReport.Item> found = placement.recovered().items();
    if (!found.isEmpty()) {
      notes.add(
          "a killed capture had left %d interrupts and masks changed; %s"
              .formatted(
                  found.size(),
                  placement.recovered().complete()
                      ? "they have their old CPUs again"
                      : "some refuse their old CPUs"));
    }
  }

  /** Once the programs are attached and before any gate is open: everything goes to its place. */
  void start() {
    placement.apply();
    service.confine(placement.plan().serviceCpus(), Set.of());
    crew.start(placement.plan());
    placed();
  }

  private void placed() {
    long now = System.nanoTime();
    nextLookNs = now + lookNs;
    windowFromNs = now + SETTLING_NS;
    windowStart = null;
    report = placement.report();
  }

  /** Whether a ring is on its way from one reader to another, so that ticks should come soon. */
  boolean isChanging() {
    return changing;
  }

  /** Each round of the conductor. */
  void tick() throws InterruptedException {
    changing = !crew.settle(0);
    long now = System.nanoTime();
    if (now - nextLookNs >= 0 || packetsFoundNoRing()) {
      nextLookNs = now + lookNs;
      look();
    }
    if (isAuto) {
      measure(now);
    }
  }

  /** Since the last time: an interrupt was moved where the plan has none. */
  private boolean packetsFoundNoRing() {
    long count = 0;
    for (InterfaceCapture program : programs) {
      count += program.counters().sum(Abi.Counters.DROPPED_NO_RING);
    }
    boolean more = count != noRing;
    noRing = count;
    return more;
  }

  private void look() throws InterruptedException {
    if (placement.check()) {
      follow();
    } else {
      report = placement.report();
    }
  }

  private void measure(long now) throws InterruptedException {
    if (windowStart == null) {
      windowStart = now - windowFromNs >= 0 ? counts() : null;
    } else if (now - windowStart.atNs() >= WINDOW_NS) {
      WindowCounts end = counts();
      boolean another = placement.measured(end.since(windowStart));
      windowStart = end;
      if (another) {
        follow();
      } else {
        report = placement.report();
      }
    }
  }

  private WindowCounts counts() {
    long lost =
        interfaces.stream()
            .flatMap(one -> nics.growth(one.name()).values().stream())
            .mapToLong(Long::longValue)
            .sum();
    return WindowCounts.read(tree, programs, rings.rings(), crew.threads(), lost);
  }

  private void follow() throws InterruptedException {
    crew.follow(placement.plan());
    changing = !crew.settle(HANDOVER_MS);
    Set<Integer> readers = new HashSet<>();
    crew.threads().forEach(thread -> readers.add(thread.tid()));
    service.confine(placement.plan().serviceCpus(), readers);
    placed();
  }

  /** How it stands, or stood when the capture ended. */
  PlacementReport report() {
    return report;
  }

  /** Gives everything back; {@link #report} stays what held during the capture. */
  void giveBack() {
    if (over) {
      return;
    }
    over = true;
    report = placement.report();
    service.release();
    try {
      restored = placement.giveBack();
    } catch (PlacementJournalException e) {
      notes.add(e.getMessage());
    }
    restored.items().stream()
        .filter(item -> item.result() == RestoreReport.Result.REFUSED)
        .forEach(item -> notes.add(item.message()));
  }

  /** What was given back at the end. */
  RestoreReport restored() {
    return restored;
  }

  /** What people should know, a sentence each. */
  List<String> notes() {
    return notes;
  }

  @Override
  public void close() {
    giveBack();
    placement.close();
  }
}
