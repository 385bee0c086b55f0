// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPlan.InterruptMove;
import dev.ringtail.agent.placement.PlacementPlan.Reader;
import dev.ringtail.agent.placement.PlacementPlan.SteeringChange;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.CpuTopology;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A plan while it is made: what all policies need to know about the node, and what they decide. */
final class PlanDraft {
  final NodeTopology node;
  final CpuTopology cpus;
  final PlacementRequest request;
  final List<String> reasons = new ArrayList<>();
  final List<InterruptMove> moves = new ArrayList<>();
  final List<SteeringChange> steering = new ArrayList<>();

  /** Rings whose reader the policy decides itself. */
  final Map<Integer, Integer> fixedReaders = new TreeMap<>();

  PlacementPolicy applies;

  /** CPUs that receive once the plan is applied; empty when unknown. */
  CpuSet receive;

  /** Where each reader runs, by index. */
  List<CpuSet> readers = List.of();

  PlanDraft(NodeTopology node, PlacementRequest request) {
    this.node = node;
    this.cpus = node.cpus();
    this.request = request;
    this.applies = request.policy();
    this.receive = receivesNow();
    node.kubelet().note().ifPresent(reasons::add);
  }

  /** Whether the interrupts of every interface decide which CPUs run the hook. */
  boolean interruptsDecide() {
    return request.hook() == Hook.INTERRUPT
        && !node.nics().isEmpty()
        && node.nics().stream().allMatch(PlanDraft::polledByInterrupt);
  }

  private static boolean polledByInterrupt(NicQueues nic) {
    return nic.hasDevice()
        && !nic.napi().threaded()
        && !nic.receive().isEmpty()
        && nic.receive().stream().noneMatch(queue -> queue.mayReceiveOn().isEmpty());
  }

  /** CPUs on which packets arrive now and the hook runs, as far as known. */
  CpuSet receivesNow() {
    CpuSet now = CpuSet.EMPTY;
    for (NicQueues nic : node.nics()) {
      boolean steered = request.hook() == Hook.STACK && !nic.steeredTo().isEmpty();
      now = now.union(nic.receivesOn()).union(steered ? nic.steeredTo() : CpuSet.EMPTY);
    }
    return interruptsDecide() || request.hook() == Hook.STACK
        ? now.intersect(cpus.online())
        : CpuSet.EMPTY;
  }

  /** CPUs that may run the hook before, while and after the plan is applied. */
  CpuSet ringCpus() {
    if (!interruptsDecide()
        || node.irqbalance().isPresent()
        || request.affordableRings() >= cpus.online().size()) {
      return cpus.online();
    }
    CpuSet may =
        node.nics().stream().map(NicQueues::mayReceiveOn).reduce(CpuSet.EMPTY, CpuSet::union);
    CpuSet rings = may.union(receive).intersect(cpus.online());
    return rings.isEmpty() ? cpus.online() : rings;
  }

  /** Most readers that number, limit and CPUs allow. */
  int mostReaders(int cpusForThem) {
    int asked = request.readers() == 0 ? Integer.MAX_VALUE : request.readers();
    int limit = request.maxCpus() == 0 ? Integer.MAX_VALUE : request.maxCpus();
    return Math.max(1, Math.min(cpusForThem, Math.min(asked, limit)));
  }

  void because(String reason) {
    reasons.add(reason);
  }

  PlacementPlan finish() {
    CpuSet pinned =
        readers.stream().filter(set -> set.size() == 1).reduce(CpuSet.EMPTY, CpuSet::union);
    CpuSet service = serviceCpus(pinned);
    List<Reader> finished = new ArrayList<>();
    for (CpuSet where : readers) {
      boolean alone =
          interruptsDecide()
              && where.size() == 1
              && !where.intersects(receive)
              && !where.intersects(service)
              && readers.stream().filter(where::intersects).count() == 1;
      finished.add(new Reader(finished.size(), where, alone));
    }
    CpuSet rings = ringCpus();
    if (!interruptsDecide()) {
      because("Any online CPU may run the capture program here, so each has a ring.");
    } else if (node.irqbalance().isPresent()) {
      because(
          "irqbalance (process %d) may move interrupts to any CPU, so each has a ring."
              .formatted(node.irqbalance().getAsInt()));
    }
    return new PlacementPlan(
        request,
        applies,
        rings,
        receive,
        finished,
        new RingAssignment(cpus, finished).assign(rings, receive, fixedReaders),
        moves,
        steering,
        service,
        new PlanRoles(this, pinned, service).all(),
        reasons);
  }

  private CpuSet serviceCpus(CpuSet pinned) {
    CpuSet usable = node.usable();
    CpuSet offReceive = usable.minus(receive);
    CpuSet quiet = offReceive.minus(pinned);
    return !quiet.isEmpty() ? quiet : !offReceive.isEmpty() ? offReceive : usable;
  }
}
