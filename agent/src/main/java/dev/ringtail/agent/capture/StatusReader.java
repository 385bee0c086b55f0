// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.program.CounterBlock;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.CpuStatus;
import dev.ringtail.agent.status.CpuTime;
import dev.ringtail.agent.status.InterfaceStatus;
import dev.ringtail.agent.status.ReaderStatus;
import dev.ringtail.agent.status.SpoolStatus;
import dev.ringtail.agent.status.StoreStatus;
import dev.ringtail.agent.status.ThreadTimes;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.bpf.Abi;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Looks at a capture from outside: reads what its parts publish, and disturbs none of them. */
final class StatusReader {
  private static final double NS_PER_SECOND = 1e9;

  private final CapturePlan plan;
  private final CaptureParts parts;
  private final FunnelReader funnel;
  private final NicCounters nics;
  private final String location;
  private final Supplier<PlacementReport> placement;
  private final HostTree tree = HostTree.ofNode();

  StatusReader(
      CapturePlan plan,
      CaptureParts parts,
      FunnelReader funnel,
      NicCounters nics,
      String location,
      Supplier<PlacementReport> placement) {
    this.plan = plan;
    this.parts = parts;
    this.funnel = funnel;
    this.nics = nics;
    this.location = location;
    this.placement = placement;
  }

  AgentStatus read(AgentStatus.Phase phase, double elapsedSeconds) {
    return new AgentStatus(
        AgentVersion.TEXT,
        plan.identity().run(),
        plan.identity().namespace(),
        plan.identity().job(),
        phase,
        failure(),
        elapsedSeconds,
        interfaces(),
        cpus(),
        parts.crew().threads().stream().map(this::reader).toList(),
        new SpoolStatus(
            parts.spool().folder().toString(),
            parts.spool().budget().segmentBytes(),
            parts.spool().budget().segments(),
            parts.spool().used()),
        new StoreStatus(
            location,
            parts.delivery().objects().size(),
            parts.delivery().deliveredBytes(),
            parts.delivery().trouble()),
        placement.get());
  }

  private String failure() {
    return parts.crew().threads().stream()
        .filter(reader -> reader.failure() != null)
        .map(reader -> "reader %d: %s".formatted(reader.agent().number(), reader.failure()))
        .findFirst()
        .orElse("");
  }

  private List<InterfaceStatus> interfaces() {
    List<InterfaceFunnel> funnels = funnel.read().interfaces();
    return IntStream.range(0, funnels.size())
        .mapToObj(
            id -> {
              InterfaceCapture program = parts.programs().get(id);
              CounterBlock counters = program.counters();
              String name = funnels.get(id).name();
              return new InterfaceStatus(
                  name,
                  parts.members().interfaces().get(id).pod().map(PodPlace::pod).orElse(null),
                  parts.members().isGone(id) ? null : program.point(),
                  program.direction(),
                  program.refused(),
                  funnels.get(id).toMap(),
                  counters.sum(Abi.Counters.WRITTEN_BYTES),
                  counters.max(Abi.Counters.LAST_WRITTEN_NS) / NS_PER_SECOND,
                  nics.growth(name));
            })
        .toList();
  }

  private List<CpuStatus> cpus() {
    Map<Integer, CpuTime> times = CpuTime.parse(tree.text("/proc/stat").orElse(""));
    return parts.rings().rings().stream().map(ring -> cpu(ring, times)).toList();
  }

  private CpuStatus cpu(Ring ring, Map<Integer, CpuTime> times) {
    int cpu = parts.ringCpus().get(ring.index());
    long consumed = ring.consumedAcquire();
    return new CpuStatus(
        cpu,
        parts.crew().readerOf(ring.index()),
        sum(cpu, Abi.Counters.SEEN),
        sum(cpu, Abi.Counters.WRITTEN),
        sum(cpu, Abi.Counters.DROPPED_RING_FULL),
        ring.capacity(),
        ring.producedAcquire(),
        consumed,
        IntStream.range(0, Abi.OCCUPANCY_BUCKETS).mapToObj(ring::occupancy).toList(),
        times.getOrDefault(cpu, CpuTime.UNKNOWN));
  }

  private long sum(int cpu, int offset) {
    return parts.programs().stream()
        .map(InterfaceCapture::counters)
        .mapToLong(counters -> counters.of(cpu, offset))
        .sum();
  }

  /** Read back from the kernel, since others may have changed what the thread was pinned to. */
  private String allowed(ReaderThread thread) {
    return tree.text("/proc/self/task/%d/status".formatted(thread.tid()))
        .flatMap(
            text -> text.lines().filter(line -> line.startsWith("Cpus_allowed_list:")).findFirst())
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .orElse("");
  }

  private ReaderStatus reader(ReaderThread thread) {
    ThreadTimes times = ThreadTimes.read(tree, thread.tid());
    return new ReaderStatus(
        thread.agent().number(),
        allowed(thread),
        times.lastCpu(),
        times.cpuSeconds(),
        times.waitedSeconds());
  }
}
