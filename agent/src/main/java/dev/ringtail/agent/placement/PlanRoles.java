// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.CpuRole.Role;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NicQueues.ReceiveQueue;
import java.util.ArrayList;
import java.util.List;

/** Says of every online CPU what a plan makes of it, and why. */
final class PlanRoles {
  private final PlanDraft draft;
  private final CpuSet pinned;
  private final CpuSet service;

  PlanRoles(PlanDraft draft, CpuSet pinned, CpuSet service) {
    this.draft = draft;
    this.pinned = pinned;
    this.service = service;
  }

  List<CpuRole> all() {
    return draft.cpus.online().stream().mapToObj(this::of).toList();
  }

  private CpuRole of(int cpu) {
    boolean receives = draft.receive.contains(cpu);
    boolean reads = pinned.contains(cpu);
    if (receives && reads) {
      return new CpuRole(
          cpu, Role.RECEIVES_AND_READS, queues(cpu) + ", and a reader is pinned here");
    }
    if (receives) {
      return new CpuRole(cpu, Role.RECEIVES, queues(cpu));
    }
    if (reads) {
      return new CpuRole(cpu, Role.READS, "a reader is pinned here");
    }
    if (draft.node.kubelet().exclusive().contains(cpu)) {
      return new CpuRole(cpu, Role.RESERVED, "the kubelet gave it to one container alone");
    }
    if (draft.cpus.isolated().union(draft.cpus.nohzFull()).contains(cpu)) {
      return new CpuRole(cpu, Role.RESERVED, "the kernel's command line isolates it");
    }
    if (service.contains(cpu) || draft.readers.stream().anyMatch(where -> where.contains(cpu))) {
      return new CpuRole(cpu, Role.SERVES, "the agent's other threads may run here");
    }
    return new CpuRole(
        cpu,
        Role.UNUSED,
        draft.node.usable().contains(cpu) ? "nothing is put here" : "this process may not use it");
  }

  private String queues(int cpu) {
    List<String> parts = new ArrayList<>();
    for (NicQueues nic : draft.node.nics()) {
      CpuSet queues =
          CpuSet.of(
              nic.receive().stream()
                  .filter(q -> planned(nic, q).contains(cpu))
                  .mapToInt(ReceiveQueue::index));
      if (!queues.isEmpty()) {
        parts.add(nic.name() + (queues.size() == 1 ? " queue " : " queues ") + queues);
      }
    }
    return parts.isEmpty()
        ? "packets may be steered here"
        : "receives " + String.join(" and ", parts);
  }

  private CpuSet planned(NicQueues nic, ReceiveQueue queue) {
    return draft.moves.stream()
        .filter(
            move ->
                queue
                    .interrupt()
                    .filter(interrupt -> interrupt.number() == move.interrupt())
                    .isPresent())
        .map(PlacementPlan.InterruptMove::to)
        .findFirst()
        .orElse(queue.receivesOn());
  }
}
