// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPlan.InterruptMove;
import dev.ringtail.agent.placement.PlacementPlan.SteeringChange;
import dev.ringtail.agent.placement.PlacementPolicy.Lists;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NicQueues.ReceiveQueue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The policies that move interrupts. */
final class SplitPlanning {
  private SplitPlanning() {}

  static void split(PlanDraft draft, Split policy) {
    int interrupts = movable(draft);
    int limit = draft.request.maxCpus() == 0 ? Integer.MAX_VALUE : draft.request.maxCpus() / 2;
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
          "No CPU of another core is left for a reader within CPUs "
              + draft.node.usable()
              + ", so nothing is split.");
      ObservePlanning.observe(draft);
      return;
    }
    explain(draft, pairs, wanted, interrupts);
    List<Integer> receive = pairs.stream().map(SplitLayout.Pair::receive).toList();
    draft.readers = pairs.stream().map(pair -> CpuSet.of(pair.reader())).toList();
    for (int i = 0; i < receive.size(); i++) {
      draft.fixedReaders.put(receive.get(i), i);
    }
    moveTo(draft, receive);
  }

  private static List<SplitLayout.Pair> pairs(PlanDraft draft, Split policy, int wanted) {
    CpuSet receive = draft.node.housekeeping();
    SplitLayout layout = new SplitLayout(draft.cpus, receive, draft.node.usable(), homeNode(draft));
    if (policy.width() > 0 || draft.request.maxCpus() > 0) {
      return layout.pairs(wanted);
    }
    // Nobody said how much: a capture takes at most half of the cores, and only where that costs no
    // locality.
    long cores = draft.cpus.cores().stream().filter(receive::containsAll).count();
    return layout.comfortablePairs((int) Math.max(1, Math.min(wanted, cores / 4)));
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
          "CPU "
              + pair.receive()
              + " receives and CPU "
              + pair.reader()
              + " reads, "
              + shared
              + ".");
    }
    if (pairs.size() < wanted && draft.request.maxCpus() == 0) {
      draft.because(
          "The split is "
              + pairs.size()
              + " CPUs wide for "
              + interrupts
              + " queues: more would take second threads, other"
              + " memory nodes or over half of the cores; maxCpus permits that.");
    } else if (pairs.size() < wanted) {
      draft.because(
          "The split was to be "
              + wanted
              + " CPUs wide and is "
              + pairs.size()
              + ", because readers may use only CPUs "
              + draft.node.usable()
              + ".");
    }
  }

  static void lists(PlanDraft draft, Lists lists) {
    CpuSet online = draft.cpus.online();
    CpuSet exclusive = draft.node.kubelet().exclusive();
    CpuSet receive = kept(draft, "receiveCpus", lists.receive(), online.minus(exclusive));
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
    if (movable(draft) == 0) {
      draft.because(
          "No receive queue has an interrupt of its own that could be moved to receiveCpus.");
      return;
    }
    draft.because(
        "Interrupts are moved to receiveCpus "
            + receive
            + ", readers are pinned to readerCpus "
            + chosen
            + ".");
    moveTo(draft, receive.toList());
  }

  private static CpuSet kept(PlanDraft draft, String list, CpuSet asked, CpuSet possible) {
    CpuSet left = asked.minus(possible);
    if (!left.isEmpty()) {
      draft.because(
          "CPUs "
              + left
              + " of "
              + list
              + " are left out: they are offline, a container's own or outside this process's"
              + " control group.");
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
        "Somebody else moved interrupts to CPUs "
            + draft.receive
            + "; readers followed to CPUs "
            + CpuSet.of(nearest)
            + ".");
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

  private static int movable(PlanDraft draft) {
    Set<Integer> interrupts = new TreeSet<>();
    for (NicQueues nic : draft.node.nics()) {
      nic.receive()
          .forEach(queue -> queue.interrupt().map(Interrupt::number).ifPresent(interrupts::add));
    }
    return interrupts.size();
  }

  private static int homeNode(PlanDraft draft) {
    return draft.node.nics().stream()
        .mapToInt(NicQueues::numaNode)
        .filter(node -> node >= 0)
        .findFirst()
        .orElse(-1);
  }

  /** Deals the interrupts out to the receive CPUs in turn, over all interfaces. */
  private static void moveTo(PlanDraft draft, List<Integer> receive) {
    Set<Integer> dealt = new TreeSet<>();
    CpuSet targets = CpuSet.of(receive);
    List<String> unmoved = new ArrayList<>();
    for (NicQueues nic : draft.node.nics()) {
      for (ReceiveQueue queue : nic.receive()) {
        if (queue.interrupt().isEmpty()) {
          unmoved.add(nic.name() + " queue " + queue.index());
          continue;
        }
        Interrupt interrupt = queue.interrupt().get();
        CpuSet to = CpuSet.of(receive.get(dealt.size() % receive.size()));
        if (dealt.add(interrupt.number())) {
          draft.moves.add(
              new InterruptMove(
                  nic.name(), queue.index(), interrupt.number(), interrupt.name(), to));
        }
      }
      steer(draft, nic);
    }
    CpuSet stays = unmoved.isEmpty() ? CpuSet.EMPTY : draft.receive;
    if (!unmoved.isEmpty()) {
      draft.because(
          "Not moved, for want of an interrupt of their own: " + String.join(", ", unmoved) + ".");
    }
    draft.receive = targets.union(stays);
  }

  /**
   * Keeps the stack from steering packets to other CPUs: off altogether where the capture runs in
   * the stack, else off the readers' CPUs only.
   */
  private static void steer(PlanDraft draft, NicQueues nic) {
    CpuSet readers = draft.readers.stream().reduce(CpuSet.EMPTY, CpuSet::union);
    for (ReceiveQueue queue : nic.receive()) {
      CpuSet now = queue.rps().orElse(CpuSet.EMPTY);
      CpuSet then = draft.request.hook() == Hook.STACK ? CpuSet.EMPTY : now.minus(readers);
      if (!now.equals(then)) {
        draft.steering.add(new SteeringChange(nic.name(), queue.index(), then));
        draft.because(
            "Steering of "
                + nic.name()
                + " queue "
                + queue.index()
                + " changes from CPUs "
                + now
                + " to "
                + (then.isEmpty() ? "none" : then)
                + ", off the readers' CPUs.");
      }
    }
  }
}
