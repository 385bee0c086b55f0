// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.topology.CpuSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which CPUs receive, which read, who drains which ring, and what has to be written for that. Made
 * by {@link PlacementPlanner}; says nothing about what was applied.
 *
 * @param request what was asked for
 * @param applies the policy that the plan follows; another one than asked for where that was not
 *     possible, with a reason
 * @param ringCpus CPUs that need a ring: any that may run the hook, also until an interrupt has
 *     moved
 * @param receiveCpus CPUs that receive once the plan is applied, as far as known; empty when any
 *     may
 * @param readers the readers, by index, at least one
 * @param readerOfRing index of the reader that drains the ring of a CPU; its keys are the ring CPUs
 * @param moves interrupts to move
 * @param steering receive queues whose packet steering (RPS) is to change
 * @param serviceCpus CPUs for the process's other threads
 * @param roles every online CPU's part, by number
 * @param reasons why it is so, one sentence each
 */
public record PlacementPlan(
    PlacementRequest request,
    PlacementPolicy applies,
    CpuSet ringCpus,
    CpuSet receiveCpus,
    List<Reader> readers,
    SortedMap<Integer, Integer> readerOfRing,
    List<InterruptMove> moves,
    List<SteeringChange> steering,
    CpuSet serviceCpus,
    List<CpuRole> roles,
    List<String> reasons) {

  /**
   * A reader thread.
   *
   * @param index its number, from 0
   * @param cpus where it runs: one CPU when it is pinned, several when it floats
   * @param alone whether nothing else of this plan runs on its CPU, so that it may spin there
   */
  public record Reader(int index, CpuSet cpus, boolean alone) {
    /** Whether it stays on one CPU. */
    public boolean pinned() {
      return cpus.size() == 1;
    }
  }

  /**
   * An interrupt to move.
   *
   * @param nic interface
   * @param queue its receive queue
   * @param interrupt number
   * @param name the driver's name for it
   * @param to where it is to fire
   */
  public record InterruptMove(String nic, int queue, int interrupt, String name, CpuSet to) {}

  /**
   * A receive queue's steering to change.
   *
   * @param nic interface
   * @param queue its receive queue
   * @param to CPUs its packets are to be steered to; empty switches steering off
   */
  public record SteeringChange(String nic, int queue, CpuSet to) {}

  /** Takes unmodifiable copies. */
  public PlacementPlan {
    readers = List.copyOf(readers);
    readerOfRing = Collections.unmodifiableSortedMap(new TreeMap<>(readerOfRing));
    moves = List.copyOf(moves);
    steering = List.copyOf(steering);
    roles = List.copyOf(roles);
    reasons = List.copyOf(reasons);
  }

  /** CPUs of the pinned readers. */
  public CpuSet pinnedReaderCpus() {
    return readers.stream()
        .filter(Reader::pinned)
        .map(Reader::cpus)
        .reduce(CpuSet.EMPTY, CpuSet::union);
  }

  /** CPUs whose rings this reader drains, ascending. */
  public CpuSet ringsOf(int reader) {
    return CpuSet.of(ringCpus.stream().filter(cpu -> readerOfRing.get(cpu) == reader));
  }

  /** Whether anything on the node has to be written. */
  public boolean changesNode() {
    return !moves.isEmpty() || !steering.isEmpty();
  }
}
