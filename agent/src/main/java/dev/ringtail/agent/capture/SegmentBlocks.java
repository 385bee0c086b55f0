// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.bpf.Abi;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.pcapng.InterfaceDescription;
import dev.ringtail.pcapng.InterfaceStatistics;
import dev.ringtail.pcapng.Prelude;
import dev.ringtail.pcapng.SectionHeader;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The blocks at the start and at the end of every segment. */
final class SegmentBlocks {
  private static final int LINKTYPE_ETHERNET = 1;
  private static final long NS_PER_S = 1_000_000_000;

  private final CapturePlan plan;
  private final String os;
  private final CaptureMembers members;
  private final LiveFilter filter;
  private final NavigableMap<Integer, Integer> interfacesOfEdition = new ConcurrentSkipListMap<>();
  private volatile long startedNs;

  SegmentBlocks(CapturePlan plan, String os, CaptureMembers members, LiveFilter filter) {
    this.plan = plan;
    this.os = os;
    this.members = members;
    this.filter = filter;
    this.interfacesOfEdition.put(0, members.size());
  }

  /** Segments of this edition and later ones describe all interfaces that there are now. */
  void edition(int number) {
    interfacesOfEdition.put(number, members.size());
  }

  /** Section and interface blocks, which name the filter that judges now. */
  byte[] prelude() {
    SectionHeader section =
        new SectionHeader(
            System.getProperty("os.arch"),
            os,
            "Ringtail " + AgentVersion.TEXT,
            "%s/%s on %s, run %s"
                .formatted(
                    plan.identity().namespace(),
                    plan.identity().job(),
                    plan.identity().node(),
                    plan.identity().run()));
    return Prelude.encode(section, members.programs().stream().map(this::describe).toList());
  }

  private InterfaceDescription describe(InterfaceCapture program) {
    CapturedInterface captured = members.interfaces().get(program.interfaceId());
    InterfaceDescription description =
        InterfaceDescription.of(LINKTYPE_ETHERNET, plan.snapLength(), captured.name())
            .withDescription(
                "%s %son %s, %s"
                    .formatted(
                        words(program.point()),
                        captured.pod().map(this::words).orElse(""),
                        plan.identity().node(),
                        words(program.direction())))
            .withDevice(captured.driver(), os, 0, captured.macAddress());
    return withFilter(description, filter.current());
  }

  private String words(PodPlace place) {
    return "in pod %s/%s ".formatted(plan.identity().namespace(), place.pod().name());
  }

  private static String words(CapturePoint point) {
    return switch (point) {
      case XDP_NATIVE -> "XDP native";
      case XDP_GENERIC -> "XDP generic";
      case TC -> "tc";
      case AUTO, XDP_EXIT -> throw new IllegalArgumentException("nothing is captured at " + point);
    };
  }

  private static String words(Direction direction) {
    return switch (direction) {
      case INGRESS -> "ingress";
      case EGRESS -> "egress";
      case BOTH -> "ingress and egress";
    };
  }

  private static InterfaceDescription withFilter(
      InterfaceDescription description, Optional<CompiledFilter> filter) {
    if (filter.isEmpty()) {
      return description;
    }
    String text = filter.get().text();
    return filter.get().language() == FilterLanguage.PCAP
        ? description.withFilter(text)
        : description.withComment("filter (chain): " + text);
  }

  /** From when on packets are counted, wall clock. */
  void startedAt(long nanoseconds) {
    startedNs = nanoseconds;
  }

  /**
   * Statistics as of now, over the CPUs given, of the interfaces that a segment describes.
   *
   * @param edition the segment's
   */
  byte[] statistics(List<Integer> cpus, int edition) {
    int described = interfacesOfEdition.floorEntry(edition).getValue();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Instant now = Instant.now();
    long nowNs = now.getEpochSecond() * NS_PER_S + now.getNano();
    for (InterfaceCapture program : members.programs().subList(0, described)) {
      long drops =
          sum(program, cpus, Abi.Counters.DROPPED_RING_FULL)
              + sum(program, cpus, Abi.Counters.DROPPED_REENTERED)
              + sum(program, cpus, Abi.Counters.DROPPED_COPY_FAILED)
              + sum(program, cpus, Abi.Counters.DROPPED_TAILCALL);
      out.writeBytes(
          new InterfaceStatistics(
                  program.interfaceId(),
                  nowNs,
                  startedNs,
                  nowNs,
                  sum(program, cpus, Abi.Counters.SEEN),
                  InterfaceStatistics.UNKNOWN,
                  sum(program, cpus, Abi.Counters.MATCHED),
                  drops,
                  sum(program, cpus, Abi.Counters.WRITTEN))
              .encode());
    }
    return out.toByteArray();
  }

  /** The most bytes that {@link #statistics} may answer. */
  int statisticsBytes() {
    return plan.most() * InterfaceStatistics.LONGEST;
  }

  private static long sum(InterfaceCapture program, List<Integer> cpus, int offset) {
    return cpus.stream().mapToLong(cpu -> program.counters().of(cpu, offset)).sum();
  }
}
