// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.topology.CpuSet;

/** How receive and reader CPUs are chosen. */
public sealed interface PlacementPolicy {
  /** Whether plans of this policy may change interrupts and steering. */
  default boolean writes() {
    return switch (this) {
      case Observe _, Same _ -> false;
      case Split _, Auto _, Lists _ -> true;
    };
  }

  /** Nothing on the node is changed; readers float, off the receive CPUs. */
  record Observe() implements PlacementPolicy {
    @Override
    public String toString() {
      return "Observe";
    }
  }

  /** Nothing on the node is changed; a reader on each ring's own CPU. */
  record Same() implements PlacementPolicy {
    @Override
    public String toString() {
      return "Same";
    }
  }

  /**
   * Interrupts are moved to a set of receive CPUs, each with a reader CPU of its own.
   *
   * @param width number of receive CPUs; 0 lets the planner choose
   */
  record Split(int width) implements PlacementPolicy {
    @Override
    public String toString() {
      return width == 0 ? "Split" : "Split of width " + width;
    }
  }

  /** Observe and Splits of growing width are tried, the best is kept: {@link AutoWindows}. */
  record Auto() implements PlacementPolicy {
    @Override
    public String toString() {
      return "Auto";
    }
  }

  /**
   * Interrupts are moved to the first set, readers are put on the second.
   *
   * @param receive receive CPUs, at least one
   * @param readers reader CPUs, at least one
   */
  record Lists(CpuSet receive, CpuSet readers) implements PlacementPolicy {
    /** Refuses empty lists. */
    public Lists {
      if (receive.isEmpty() || readers.isEmpty()) {
        throw new IllegalArgumentException(
            "receiveCpus and readerCpus both need at least one CPU; leave both out to use a policy.");
      }
    }

    @Override
    public String toString() {
      return "receiveCpus " + receive + ", readerCpus " + readers;
    }
  }
}
