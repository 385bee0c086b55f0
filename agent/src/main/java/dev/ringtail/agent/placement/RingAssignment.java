// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPlan.Reader;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.CpuTopology;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Gives every ring a reader. Rings of CPUs that receive are spread evenly, the others, which stay
 * empty unless an interrupt strays, are spread evenly over them again; each goes to the nearest
 * reader that has room.
 */
final class RingAssignment {
  private final CpuTopology cpus;
  private final List<Reader> readers;

  RingAssignment(CpuTopology cpus, List<Reader> readers) {
    this.cpus = cpus;
    this.readers = readers;
  }

  /**
   * The reader of each ring.
   *
   * @param rings CPUs with a ring
   * @param receiving those of them that receive
   * @param fixed readers of some rings, decided already
   */
  SortedMap<Integer, Integer> assign(CpuSet rings, CpuSet receiving, Map<Integer, Integer> fixed) {
    SortedMap<Integer, Integer> readerOfRing = new TreeMap<>(fixed);
    CpuSet open = rings.minus(CpuSet.of(fixed.keySet()));
    spread(open.intersect(receiving), readerOfRing);
    spread(open.minus(receiving), readerOfRing);
    return readerOfRing;
  }

  private void spread(CpuSet rings, SortedMap<Integer, Integer> readerOfRing) {
    int room = (rings.size() + readers.size() - 1) / readers.size();
    int[] load = new int[readers.size()];
    List<Integer> inOrder =
        rings.stream()
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(cpus::numaNode)
                    .thenComparingInt(cpu -> cpus.l3(cpu).first().orElse(cpu))
                    .thenComparingInt(cpu -> cpu))
            .toList();
    for (int ring : inOrder) {
      int best = -1;
      int bestDistance = Integer.MAX_VALUE;
      for (Reader reader : readers) {
        // Floating readers are equally far: the first with room takes the next neighbours.
        int distance = reader.pinned() ? near(ring, reader.cpus().first().orElseThrow()) : 0;
        if (load[reader.index()] < room && distance < bestDistance) {
          best = reader.index();
          bestDistance = distance;
        }
      }
      load[best]++;
      readerOfRing.put(ring, best);
    }
  }

  private int near(int ring, int reader) {
    return ring == reader ? -1 : cpus.distance(ring, reader);
  }
}
