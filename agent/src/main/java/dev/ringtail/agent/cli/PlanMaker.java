// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.kernel.Capabilities;
import dev.ringtail.agent.placement.PlacementPolicy;
import dev.ringtail.agent.placement.PlacementRequest;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.bpf.Abi;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.Placement;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

/** From a job to a plan for this node: refuses what cannot be, before anything is made. */
final class PlanMaker {
  private static final DateTimeFormatter RUN =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** Benchmarks let packets end at the hook to measure capture without the stack behind it. */
  private static final String BENCH_VERDICT = "ringtail.bench.verdict";

  /** Benchmarks compare readers that sleep with readers that spin. */
  private static final String BENCH_IDLE = "ringtail.bench.idle";

  /** One for all captures on the node, so that each finds what a killed one had changed. */
  static final Path PLACEMENT_FOLDER = Path.of("/var/lib/ringtail");

  /** A ring of this size outlasts a reader that has to wait for its CPU. */
  private static final int GOOD_RING_BYTES = 4 << 20;

  /** As many as a NodeCapture's status can tell. */
  private static final int MOST_IN_PODS = 128;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final CaptureJob job;
  private final CaptureJobSpec spec;
  private final RunOptions options;
  private final CpuSet ringCpus;

  private PlanMaker(CaptureJob job, RunOptions options, CpuSet ringCpus) {
    this.job = job;
    this.spec = job.getSpec();
    this.options = options;
    this.ringCpus = ringCpus;
  }

  /**
   * @param ringCpus CPUs that may run the hook
   */
  static CapturePlan plan(CaptureJob job, RunOptions options, CpuSet ringCpus) {
    return new PlanMaker(job, options, ringCpus).plan();
  }

  private CapturePlan plan() {
    Optional<CompiledFilter> filter = filter();
    requireKernel();
    requireSupported();
    requireRights();
    boolean isOfPods = spec.target().pods() != null;
    List<CapturedInterface> interfaces =
        isOfPods ? List.of() : InterfaceCatalog.resolve(spec.target().nodes().interfaces());
    return new CapturePlan(
        identity(),
        interfaces,
        isOfPods ? MOST_IN_PODS : interfaces.size(),
        spec.capture().point(),
        spec.directionInForce(),
        filter,
        SetFiles.read(options.sets, filter),
        spec.capture().snapLength(),
        new CapturePlan.Limits(
            Optional.of(spec.limits().duration().duration()),
            spec.limits().packetsPerNode() == null
                ? OptionalLong.empty()
                : OptionalLong.of(spec.limits().packetsPerNode()),
            spec.limits().bytesPerNode() == null
                ? OptionalLong.empty()
                : OptionalLong.of(spec.limits().bytesPerNode().bytes())),
        spec.buffer().memory().bytes(),
        placement(),
        PLACEMENT_FOLDER,
        "spinning".equals(System.getProperty(BENCH_IDLE)),
        spool(),
        spec.output(),
        Integer.getInteger(BENCH_VERDICT, InterfaceCapture.PASS));
  }

  private Optional<CompiledFilter> filter() {
    if (spec.filter() == null) {
      return Optional.empty();
    }
    boolean chain = spec.filter().chain() != null;
    try {
      return Optional.of(
          Filters.compile(
              chain ? FilterLanguage.CHAIN : FilterLanguage.PCAP,
              chain ? spec.filter().chain() : spec.filter().pcap(),
              LinkType.ETHERNET));
    } catch (FilterException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    }
  }

  private static void requireKernel() {
    KernelRelease kernel = KernelRelease.running();
    if (!kernel.isSupported()) {
      throw CommandException.refused(
          "kernel %s is too old: captures need 6.1 or newer; update the node's kernel"
              .formatted(kernel.text()));
    }
  }

  private void requireSupported() {
    CapturePoint point = spec.capture().point();
    if (point == CapturePoint.XDP_EXIT) {
      throw CommandException.refused("capture point XdpExit is not in this version; use Auto");
    }
    if (spec.target().pods() != null && !KernelRelease.running().hasTcx()) {
      throw CommandException.refused(
          "pods are captured by tcx, which needs kernel 6.6 or newer, and this is %s; update the node's kernel"
              .formatted(KernelRelease.running().text()));
    }
    if (point.isXdp() && spec.directionInForce() == Direction.EGRESS) {
      throw CommandException.refused(
          "%s sees no packets that leave; use capture point Tc or Auto for direction Egress"
              .formatted(point));
    }
  }

  private static void requireRights() {
    List<Capabilities> missing = Capabilities.missing();
    if (!missing.isEmpty()) {
      throw CommandException.refused(
          "this process lacks %s; run as root, or grant it to the container"
              .formatted(String.join(" and ", missing.stream().map(Enum::name).toList())));
    }
  }

  private PlacementRequest placement() {
    int most = ringCpus.size();
    int readers = options.readers == null ? 0 : options.readers;
    if (options.readers != null && (readers < 1 || readers > most)) {
      throw CommandException.usage(
          "--readers %d: there can be 1 to %d, one per receiving CPU".formatted(readers, most));
    }
    Placement wanted = spec.placement();
    return new PlacementRequest(
        policy(wanted),
        hook(),
        wanted.maxCpus() == null ? 0 : wanted.maxCpus(),
        readers,
        Math.toIntExact(
            spec.buffer().memory().bytes()
                / Abi.ringElementBytes(GOOD_RING_BYTES, spec.capture().snapLength())));
  }

  /** Auto counts as native XDP, which it is wherever interrupts can be placed. */
  private Hook hook() {
    boolean isNative =
        spec.capture().point() == CapturePoint.AUTO && spec.target().pods() == null
            || spec.capture().point() == CapturePoint.XDP_NATIVE;
    return isNative && spec.directionInForce() == Direction.INGRESS ? Hook.INTERRUPT : Hook.STACK;
  }

  private static PlacementPolicy policy(Placement wanted) {
    if (wanted.policy() == null) {
      try {
        return new PlacementPolicy.Lists(
            CpuSet.of(wanted.receiveCpus().cpus()), CpuSet.of(wanted.readerCpus().cpus()));
      } catch (IllegalArgumentException e) {
        throw CommandException.usage("spec.placement: " + e.getMessage());
      }
    }
    return switch (wanted.policy()) {
      case OBSERVE -> new PlacementPolicy.Observe();
      case SAME -> new PlacementPolicy.Same();
      case SPLIT -> new PlacementPolicy.Split(0);
      case AUTO -> new PlacementPolicy.Auto();
    };
  }

  private CapturePlan.Identity identity() {
    Instant now = Instant.now();
    byte[] suffix = new byte[2];
    new Random().nextBytes(suffix);
    String namespace = job.getMetadata().getNamespace();
    String uid = job.getMetadata().getUid();
    String prefix = spec.output().s3() == null ? null : spec.output().s3().prefix();
    return new CapturePlan.Identity(
        namespace == null ? "local" : namespace,
        job.getMetadata().getName(),
        uid == null ? UUID.randomUUID().toString() : uid,
        node(),
        RUN.format(now) + "-" + HexFormat.of().formatHex(suffix),
        prefix == null ? "" : prefix);
  }

  private static String node() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private CapturePlan.SpoolPlan spool() {
    Path folder = options.spool == null ? StandaloneSpool.of(spec.output()) : options.spool;
    return new CapturePlan.SpoolPlan(
        folder.toAbsolutePath(),
        spec.buffer().spool().bytes(),
        options.file == null && options.spoolSize == null,
        spec.output().segment().size().bytes(),
        spec.output().segment().interval().duration(),
        PATIENCE);
  }
}
