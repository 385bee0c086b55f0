// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPlan.InterruptMove;
import dev.ringtail.agent.placement.PlacementPlan.SteeringChange;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NicQueues.ReceiveQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a plan changes on the receive queues of its interfaces. */
final class QueueMoves {
  private QueueMoves() {}

  /** How many interrupts serve the receive queues. */
  static int interrupts(PlanDraft draft) {
    Set<Integer> interrupts = new TreeSet<>();
    for (NicQueues nic : draft.node.nics()) {
      nic.receive()
          .forEach(queue -> queue.interrupt().map(Interrupt::number).ifPresent(interrupts::add));
    }
    return interrupts.size();
  }

  /** Memory node of the first interface that has one, else -1. */
  static int memoryNode(PlanDraft draft) {
    return draft.node.nics().stream()
        .mapToInt(NicQueues::numaNode)
        .filter(node -> node >= 0)
        .findFirst()
        .orElse(-1);
  }

  /** Deals the interrupts out to the receive CPUs in turn, over all interfaces. */
  static void moveTo(PlanDraft draft, List<Integer> receive) {
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
            "Steering of %s queue %d changes from CPUs %s to %s, off the readers' CPUs."
                .formatted(nic.name(), queue.index(), now, then.isEmpty() ? "none" : then));
      }
    }
  }
}
