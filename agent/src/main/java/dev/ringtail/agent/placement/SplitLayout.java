// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.CpuTopology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Chooses pairs of a receive CPU and its reader's CPU. A pair shares the third-level cache if any
 * such pair is left, else the memory node; pairs on the card's node come before others; fresh cores
 * before second threads; the core of CPU 0, where the kernel's own work gathers, last. A reader is
 * never on the core of a receive CPU.
 */
final class SplitLayout {
  private final CpuTopology cpus;
  private final CpuSet receiveCandidates;
  private final CpuSet readerCandidates;
  private final int homeNode;
  private CpuSet receiving = CpuSet.EMPTY;
  private CpuSet reading = CpuSet.EMPTY;

  /** A receive CPU and the CPU of the reader that drains its ring. */
  record Pair(int receive, int reader) {}

  /**
   * @param receiveCandidates CPUs to which interrupts may be moved
   * @param readerCandidates CPUs to which readers may be pinned
   * @param homeNode memory node of the card, -1 when unknown
   */
  SplitLayout(CpuTopology cpus, CpuSet receiveCandidates, CpuSet readerCandidates, int homeNode) {
    this.cpus = cpus;
    this.receiveCandidates = receiveCandidates;
    this.readerCandidates = readerCandidates;
    this.homeNode = homeNode;
  }

  /** At most {@code width} pairs, on whatever CPUs are left. */
  List<Pair> pairs(int width) {
    return grow(width, false);
  }

  /**
   * At least one pair if possible, and up to {@code width} while they are of whole cores of one
   * cache on the card's node.
   */
  List<Pair> comfortablePairs(int width) {
    return grow(width, true);
  }

  private List<Pair> grow(int width, boolean comfortable) {
    List<Pair> pairs = new ArrayList<>();
    while (pairs.size() < width) {
      Optional<Pair> next = next();
      if (next.isEmpty() || (comfortable && !pairs.isEmpty() && !isComfortable(next.get()))) {
        break;
      }
      pairs.add(next.get());
      receiving = receiving.plus(next.get().receive());
      reading = reading.plus(next.get().reader());
    }
    return pairs;
  }

  private boolean isComfortable(Pair pair) {
    return cpus.distance(pair.receive(), pair.reader()) <= 1
        && away(pair.receive()) == 0
        && worn(pair.receive()) == 0
        && worn(pair.reader()) == 0;
  }

  private Optional<Pair> next() {
    List<Integer> free =
        receiveCandidates.minus(receiving).minus(cpus.withSiblings(reading)).stream()
            .boxed()
            .sorted(Comparator.comparingInt(this::away).thenComparing(preference()))
            .toList();
    for (int distance = 1; distance <= 3; distance++) {
      for (int receive : free) {
        OptionalInt reader = readerNear(receive, distance);
        if (reader.isPresent()) {
          return Optional.of(new Pair(receive, reader.getAsInt()));
        }
      }
    }
    return Optional.empty();
  }

  private OptionalInt readerNear(int receive, int distance) {
    CpuSet near =
        switch (distance) {
          case 1 -> cpus.l3(receive);
          case 2 -> cpus.cpusOfNode(cpus.numaNode(receive));
          default -> cpus.online();
        };
    return near
        .intersect(readerCandidates)
        .minus(reading)
        .minus(cpus.withSiblings(receiving.plus(receive)))
        .stream()
        .boxed()
        .min(preference())
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  private Comparator<Integer> preference() {
    return Comparator.<Integer>comparingInt(this::worn)
        .thenComparingInt(cpu -> cpus.siblings(cpu).contains(0) ? 1 : 0)
        .thenComparingInt(cpu -> cpu);
  }

  private int away(int cpu) {
    return homeNode < 0 || cpus.numaNode(cpu) == homeNode ? 0 : 1;
  }

  /** Whether another thread of the core is taken. */
  private int worn(int cpu) {
    return cpus.siblings(cpu).intersects(receiving.union(reading)) ? 1 : 0;
  }
}
