// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.topology.CpuSet;
import java.util.Collections;
import java.util.List;

/** The policies that leave the node as it is. */
final class ObservePlanning {
  /**
   * At full rate a reader takes 0.09 s of CPU for a million small packets and the CPU that receives
   * them 0.25 s (measured on a veth pair): one reader keeps up with two and has room left.
   */
  private static final int RECEIVE_CPUS_PER_READER = 2;

  private static final int MOST_READERS = 8;

  private ObservePlanning() {}

  static void observe(PlanDraft draft) {
    draft.applies = new Observe();
    CpuSet where = offReceive(draft);
    CpuSet near = nearReceive(draft, where);
    int receiving = draft.receive.isEmpty() ? draft.ringCpus().size() : draft.receive.size();
    int wanted =
        draft.request.readers() > 0
            ? draft.request.readers()
            : Math.min(
                MOST_READERS, (receiving + RECEIVE_CPUS_PER_READER - 1) / RECEIVE_CPUS_PER_READER);
    int count = draft.mostReaders(Math.min(wanted, where.size()));
    CpuSet floats = near.size() >= count ? near : where;
    if (count < draft.request.readers()) {
      draft.because(
          "Of " + draft.request.readers() + " readers " + count + " have a CPU to run on.");
    }
    draft.because(
        "Interrupts stay where they are; %s on CPUs %s."
            .formatted(count == 1 ? "1 reader floats" : count + " readers float", floats));
    draft.readers = Collections.nCopies(count, floats);
  }

  /** Where readers disturb receiving least: off its cores, else off its CPUs, else anywhere. */
  private static CpuSet offReceive(PlanDraft draft) {
    CpuSet usable = draft.node.usable();
    if (draft.receive.isEmpty()) {
      return usable;
    }
    CpuSet offCores = usable.minus(draft.cpus.withSiblings(draft.receive));
    CpuSet offCpus = usable.minus(draft.receive);
    if (!offCores.isEmpty()) {
      draft.because(
          "Readers keep off CPUs "
              + draft.receive
              + ", which receive, and off the other threads of their cores.");
      return offCores;
    }
    if (!offCpus.isEmpty()) {
      draft.because(
          "Readers keep off CPUs "
              + draft.receive
              + ", which receive; no whole core is left for them.");
      return offCpus;
    }
    draft.because(
        "Readers share CPUs " + usable + " with receiving, because no other CPU may be used.");
    return usable;
  }

  /** Those behind a cache of a receive CPU, else those on their memory nodes, else all. */
  private static CpuSet nearReceive(PlanDraft draft, CpuSet where) {
    CpuSet sameCache = CpuSet.EMPTY;
    CpuSet sameNode = CpuSet.EMPTY;
    for (int cpu : draft.receive) {
      sameCache = sameCache.union(draft.cpus.l3(cpu));
      sameNode = sameNode.union(draft.cpus.cpusOfNode(draft.cpus.numaNode(cpu)));
    }
    CpuSet inCache = where.intersect(sameCache);
    CpuSet inNode = where.intersect(sameNode);
    return !inCache.isEmpty() ? inCache : !inNode.isEmpty() ? inNode : where;
  }

  static void same(PlanDraft draft) {
    CpuSet usable = draft.node.usable();
    CpuSet wanted = draft.receive.isEmpty() ? draft.ringCpus() : draft.receive;
    CpuSet own = wanted.intersect(usable);
    if (own.isEmpty()) {
      draft.because(
          "None of CPUs "
              + wanted
              + ", which receive, may be used by readers; they float instead.");
      observe(draft);
      return;
    }
    CpuSet chosen = own.limit(draft.mostReaders(own.size()));
    draft.because(
        "Interrupts stay where they are; readers are pinned to receive CPUs " + chosen + ".");
    if (chosen.size() < wanted.size()) {
      draft.because(
          "Rings of CPUs "
              + wanted.minus(chosen)
              + " are drained by the nearest of these readers.");
    }
    draft.readers = List.copyOf(chosen.stream().mapToObj(CpuSet::of).toList());
  }
}
