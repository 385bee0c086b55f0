// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.topology.CpuSet;

/**
 * What a capture wants of the planner.
 *
 * @param policy how CPUs are chosen
 * @param hook where on a packet's way the capture runs
 * @param maxCpus most CPUs that receive by this plan and read, together; 0 is no limit
 * @param readers number of readers: those that exist already, or 0 to let the planner choose
 * @param affordableRings how many rings of a good size the memory is enough for: where there is one
 *     for each online CPU, each gets one, and no packet finds none wherever its interrupt is moved
 * @param rings CPUs that have a ring, once they are made: interrupts are moved to no others; empty
 *     before
 */
public record PlacementRequest(
    PlacementPolicy policy,
    Hook hook,
    int maxCpus,
    int readers,
    int affordableRings,
    CpuSet rings) {

  /** Where a capture runs, which decides on whose CPU. */
  public enum Hook {
    /**
     * In the driver's poll, on the CPU of the interrupt: XDP native and programs attached to its
     * exit.
     */
    INTERRUPT,
    /**
     * In the stack, which may have steered the packet to another CPU before: XDP generic and tc.
     */
    STACK
  }

  /** Refuses negative numbers. */
  public PlacementRequest {
    if (maxCpus < 0 || readers < 0 || affordableRings < 0) {
      throw new IllegalArgumentException(
          "maxCpus and numbers of readers and rings are not negative.");
    }
  }

  /** Before the rings are made. */
  public PlacementRequest(
      PlacementPolicy policy, Hook hook, int maxCpus, int readers, int affordableRings) {
    this(policy, hook, maxCpus, readers, affordableRings, CpuSet.EMPTY);
  }

  /** With rings for the CPUs that may receive, and no others. */
  public PlacementRequest(PlacementPolicy policy, Hook hook, int maxCpus, int readers) {
    this(policy, hook, maxCpus, readers, 0);
  }

  /** Nothing changed on the node, the planner chooses the number of readers. */
  public static PlacementRequest observe(Hook hook) {
    return new PlacementRequest(new PlacementPolicy.Observe(), hook, 0, 0);
  }

  /** The same with another policy. */
  public PlacementRequest withPolicy(PlacementPolicy other) {
    return new PlacementRequest(other, hook, maxCpus, readers, affordableRings, rings);
  }

  /** The same with another number of readers. */
  public PlacementRequest withReaders(int count) {
    return new PlacementRequest(policy, hook, maxCpus, count, affordableRings, rings);
  }

  /** The same for a capture whose rings are made. */
  public PlacementRequest withRings(CpuSet made) {
    return new PlacementRequest(policy, hook, maxCpus, readers, affordableRings, made);
  }

  /** Those of the CPUs to which interrupts may be moved. */
  CpuSet withRing(CpuSet cpus) {
    return rings.isEmpty() ? cpus : cpus.intersect(rings);
  }
}
