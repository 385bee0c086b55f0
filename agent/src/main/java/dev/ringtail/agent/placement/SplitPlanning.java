// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPolicy.Lists;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.topology.CpuSet;
import java.util.Comparator;
import java.util.List;

/** The policies that move interrupts. */
final class SplitPlanning {
  private SplitPlanning() {}

  static void split(PlanDraft draft, Split policy) {
    int interrupts = QueueMoves.interrupts(draft);
    int limit = mostCpus(draft) / 2;
    int readers = draft.request.readers() == 0 ? Integer.MAX_VALUE : draft.request.readers();
    if (interrupts == 0) {
      draft.because(
          "No receive queue has an interrupt of its own that could be moved, so nothing is split.");
      ObservePlanning.observe(draft);
      return;
    }
    if (limit == 0) {
      draft.because("Splitting takes two CPUs and maxCpus is 1, so nothing is split.");
      ObservePlanning.observe(draft);
      return;
    }
    int most = Math.min(interrupts, Math.min(limit, readers));
    int wanted = policy.width() == 0 ? most : Math.min(policy.width(), most);
    List<SplitLayout.Pair> pairs = pairs(draft, policy, wanted);
    if (pairs.isEmpty()) {
      draft.because(
          "No CPU of another core is left for a reader within CPUs %s, so nothing is split."
              .formatted(draft.node.usable()));
      ObservePlanning.observe(draft);
      return;
    }
    explain(draft, pairs, wanted, interrupts);
    List<Integer> receive = pairs.stream().map(SplitLayout.Pair::receive).toList();
    draft.readers = pairs.stream().map(pair -> CpuSet.of(pair.reader())).toList();
    for (int i = 0; i < receive.size(); i++) {
      draft.fixedReaders.put(receive.get(i), i);
    }
    QueueMoves.moveTo(draft, receive);
  }

  private static List<SplitLayout.Pair> pairs(PlanDraft draft, Split policy, int wanted) {
    CpuSet receive = draft.request.withRing(draft.node.housekeeping());
    SplitLayout layout =
        new SplitLayout(draft.cpus, receive, draft.node.usable(), QueueMoves.memoryNode(draft));
    // Where nobody said how much, a capture takes only what costs no locality.
    return policy.width() > 0 || draft.request.maxCpus() > 0
        ? layout.pairs(wanted)
        : layout.comfortablePairs(wanted);
  }

  /** The limit asked for; without one a quarter of the node, and a pair at least. */
  private static int mostCpus(PlanDraft draft) {
    int limit = draft.request.maxCpus();
    return limit > 0 ? limit : Math.max(2, draft.cpus.online().size() / 4);
  }

  private static void explain(
      PlanDraft draft, List<SplitLayout.Pair> pairs, int wanted, int interrupts) {
    for (SplitLayout.Pair pair : pairs) {
      String shared =
          switch (draft.cpus.distance(pair.receive(), pair.reader())) {
            case 1 -> "which shares its third-level cache";
            case 2 -> "of the same memory node, because none that shares its cache is left";
            default -> "of another memory node, because none on its own is left";
          };
      draft.because(
          "CPU %d receives and CPU %d reads, %s.".formatted(pair.receive(), pair.reader(), shared));
    }
    if (draft.request.maxCpus() == 0 && pairs.size() < interrupts) {
      draft.because(
          ("The split is %d wide for %d queues, because more would take over a quarter of the CPUs,"
                  + " second threads or another memory node; maxCpus permits that.")
              .formatted(pairs.size(), interrupts));
    } else if (pairs.size() < wanted) {
      draft.because(
          "The split was to be %d CPUs wide and is %d, because readers may use only CPUs %s."
              .formatted(wanted, pairs.size(), draft.node.usable()));
    }
  }

  static void lists(PlanDraft draft, Lists lists) {
    CpuSet online = draft.cpus.online();
    CpuSet exclusive = draft.node.kubelet().exclusive();
    CpuSet targets = draft.request.withRing(online.minus(exclusive));
    CpuSet receive = kept(draft, "receiveCpus", lists.receive(), targets);
    CpuSet reach = draft.node.allowed().reachable(online);
    CpuSet ownOrShared = reach.minus(exclusive).isEmpty() ? reach : reach.minus(exclusive);
    CpuSet readers = kept(draft, "readerCpus", lists.readers(), ownOrShared);
    if (receive.isEmpty() || readers.isEmpty()) {
      draft.because(
          "Nothing is left of the lists, so interrupts stay where they are and readers float.");
      ObservePlanning.observe(draft);
      return;
    }
    CpuSet chosen = readers.limit(draft.mostReaders(readers.size()));
    if (receive.intersects(chosen)) {
      draft.because("CPUs " + receive.intersect(chosen) + " receive and read, as the lists say.");
    }
    draft.readers = chosen.stream().mapToObj(CpuSet::of).toList();
    if (QueueMoves.interrupts(draft) == 0) {
      draft.because(
          "No receive queue has an interrupt of its own that could be moved to receiveCpus.");
      // Whoever lists them for a software interface knows where its sender runs.
      draft.receive = draft.receive.isEmpty() ? receive : draft.receive;
      return;
    }
    draft.because(
        "Interrupts are moved to receiveCpus %s, readers are pinned to readerCpus %s."
            .formatted(receive, chosen));
    QueueMoves.moveTo(draft, receive.toList());
  }

  private static CpuSet kept(PlanDraft draft, String list, CpuSet asked, CpuSet possible) {
    CpuSet left = asked.minus(possible);
    if (!left.isEmpty()) {
      draft.because(
          ("CPUs %s of %s are left out: they are offline, a container's own or outside this"
                  + " process's control group.")
              .formatted(left, list));
    }
    return asked.intersect(possible);
  }

  /**
   * Readers of a split whose interrupts were moved by somebody else: as many as before, near where
   * packets arrive now.
   */
  static void followSplit(PlanDraft draft) {
    CpuSet usable = draft.node.usable();
    CpuSet offCores = usable.minus(draft.cpus.withSiblings(draft.receive));
    CpuSet offCpus = usable.minus(draft.receive);
    CpuSet candidates = !offCores.isEmpty() ? offCores : !offCpus.isEmpty() ? offCpus : usable;
    List<Integer> nearest =
        candidates.stream()
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(cpu -> distanceToReceive(draft, cpu))
                    .thenComparingInt(cpu -> cpu))
            .limit(draft.mostReaders(candidates.size()))
            .toList();
    draft.readers = nearest.stream().map(CpuSet::of).toList();
    draft.because(
        "Somebody else moved interrupts to CPUs %s; readers followed to CPUs %s."
            .formatted(draft.receive, CpuSet.of(nearest)));
  }

  private static int distanceToReceive(PlanDraft draft, int cpu) {
    return draft.receive.stream().map(receive -> draft.cpus.distance(receive, cpu)).min().orElse(0);
  }

  /** Readers on listed CPUs stay there; only the rings they drain follow. */
  static void followLists(PlanDraft draft, Lists lists) {
    lists(draft, lists);
    draft.moves.clear();
    draft.steering.clear();
    draft.receive = draft.receivesNow();
    draft.because(
        "Somebody else moved interrupts to CPUs " + draft.receive + "; they are not moved again.");
  }
}
