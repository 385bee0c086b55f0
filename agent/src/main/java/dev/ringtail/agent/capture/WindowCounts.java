// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.placement.Measurement;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.status.CpuTime;
import dev.ringtail.agent.status.ThreadTimes;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.bpf.Abi;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What Auto compares placements by, as counted since the start of the capture.
 *
 * @param atNs when, by {@link System#nanoTime}
 * @param captured packets in records
 * @param ringFull packets that found no room
 * @param nicLosses packets that the cards say they lost
 * @param cpuSeconds of readers and of all soft interrupts
 * @param occupancy samples of each eighth, over all rings
 */
record WindowCounts(
    long atNs,
    long captured,
    long ringFull,
    long nicLosses,
    double cpuSeconds,
    List<Long> occupancy) {
  private static final double NS_PER_SECOND = 1e9;

  /** Reads them now. */
  static WindowCounts read(
      HostTree tree,
      List<InterfaceCapture> programs,
      List<Ring> rings,
      List<ReaderThread> readers,
      long nicLosses) {
    double softirq =
        CpuTime.parse(tree.text("/proc/stat").orElse("")).values().stream()
            .mapToDouble(CpuTime::softirq)
            .sum();
    double reading =
        readers.stream().mapToDouble(one -> ThreadTimes.read(tree, one.tid()).cpuSeconds()).sum();
    return new WindowCounts(
        System.nanoTime(),
        sum(programs, Abi.Counters.WRITTEN),
        sum(programs, Abi.Counters.DROPPED_RING_FULL) + sum(programs, Abi.Counters.DROPPED_NO_RING),
        nicLosses,
        softirq + reading,
        IntStream.range(0, Abi.OCCUPANCY_BUCKETS)
            .mapToObj(eighth -> rings.stream().mapToLong(ring -> ring.occupancy(eighth)).sum())
            .toList());
  }

  private static long sum(List<InterfaceCapture> programs, int offset) {
    return programs.stream().mapToLong(program -> program.counters().sum(offset)).sum();
  }

  /** What happened since. */
  Measurement since(WindowCounts earlier) {
    return new Measurement(
        Duration.ofNanos(atNs - earlier.atNs),
        captured - earlier.captured,
        Math.max(0, ringFull - earlier.ringFull + nicLosses - earlier.nicLosses),
        Duration.ofNanos(
            Math.max(0, Math.round((cpuSeconds - earlier.cpuSeconds) * NS_PER_SECOND))),
        highest(earlier));
  }

  /** Upper end of the highest eighth that got a sample, 0 to 1. */
  private double highest(WindowCounts earlier) {
    int eighth = occupancy.size();
    while (eighth > 0 && occupancy.get(eighth - 1).equals(earlier.occupancy.get(eighth - 1))) {
      eighth--;
    }
    return (double) eighth / occupancy.size();
  }
}
