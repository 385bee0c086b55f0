// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.TaiClock;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.upload.Delivery;
import dev.ringtail.bpf.Abi;
import dev.ringtail.crds.v1alpha1.RefusedPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Puts what a session knows at its end into a {@link Manifest}. */
final class ManifestWriter {
  private static final long NS_PER_S = 1_000_000_000;

  private final CapturePlan plan;
  private final CaptureParts parts;
  private final NicCounters nic;

  ManifestWriter(CapturePlan plan, CaptureParts parts, NicCounters nic) {
    this.plan = plan;
    this.parts = parts;
    this.nic = nic;
  }

  Manifest write(
      Instant startedAt,
      EndReason reason,
      Funnel funnel,
      List<String> notes,
      PlacementConductor placement) {
    Delivery delivery = parts.delivery();
    List<String> names = parts.members().names();
    Manifest.Run run =
        new Manifest.Run(
            plan.identity().run(),
            startedAt.toString(),
            Instant.now().toString(),
            reason.words(),
            funnel.isLossless(),
            AgentVersion.TEXT,
            KernelRelease.running().text(),
            new Manifest.Clock("tai", TaiClock.offsetNs() / NS_PER_S, TaiClock.isSynchronized()),
            IntStream.range(0, names.size()).mapToObj(this::captured).toList(),
            filters(parts.filter()),
            placement(placement),
            funnel(funnel),
            notes,
            delivery.failures());
    return new Manifest(
        Manifest.VERSION,
        plan.identity().namespace(),
        plan.identity().job(),
        plan.identity().uid(),
        plan.identity().node(),
        delivery.failures().isEmpty(),
        funnel.isLossless(),
        List.of(run),
        delivery.objects().stream().map(object -> Manifest.Listed.of(object, names)).toList());
  }

  /** The filters so far, each with its time. */
  static List<Manifest.Filter> filters(LiveFilter live) {
    return live.judges().stream()
        .map(
            judge ->
                new Manifest.Filter(
                    judge.filter().language().name().toLowerCase(Locale.ROOT),
                    judge.filter().text(),
                    judge.from().toString()))
        .toList();
  }

  private Manifest.Captured captured(int id) {
    CapturedInterface captured = parts.members().interfaces().get(id);
    InterfaceCapture program = parts.programs().get(id);
    return new Manifest.Captured(
        id,
        captured.name(),
        captured.index(),
        captured.mtu(),
        captured.macAddress(),
        captured.driver(),
        program.frags() ? program.point() + " with fragments" : program.point().toString(),
        program.direction().toString(),
        program.refused().stream().map(RefusedPoint::message).toList(),
        plan.snapLength(),
        program.programTags(),
        nic.growth(captured.name()));
  }

  private Manifest.Placement placement(PlacementConductor placement) {
    List<Manifest.RingPlace> places = new ArrayList<>();
    List<Manifest.ReaderPlace> readers = new ArrayList<>();
    for (ReaderThread reader : parts.crew().threads()) {
      readers.add(
          new Manifest.ReaderPlace(
              reader.agent().number(), CpuSet.of(reader.runsOn().stream()).toString()));
      for (Ring ring : parts.crew().ringsOf(reader.agent().number())) {
        places.add(
            new Manifest.RingPlace(
                ring.index(),
                parts.ringCpus().get(ring.index()),
                reader.agent().number(),
                ring.capacity(),
                IntStream.range(0, Abi.OCCUPANCY_BUCKETS).mapToObj(ring::occupancy).toList()));
      }
    }
    return new Manifest.Placement(
        placement.report().asked(),
        places,
        readers,
        placement.report(),
        placement.restored().items());
  }

  private static Manifest.Funnel funnel(Funnel funnel) {
    Map<String, Map<String, Long>> interfaces = new LinkedHashMap<>();
    funnel.interfaces().forEach(one -> interfaces.put(one.name(), one.toMap()));
    return new Manifest.Funnel(interfaces, funnel.total().toMap());
  }
}
