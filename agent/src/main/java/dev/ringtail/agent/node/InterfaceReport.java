// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.Drops;
import dev.ringtail.crds.v1alpha1.Funnel;
import dev.ringtail.crds.v1alpha1.InterfaceStatus;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.RefusedPoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was captured on each interface, as the API shows it. */
final class InterfaceReport {
  private static final String MISSED = "miss";
  private static final String XDP_DROPS = "xdp_drop";
  private static final int LONGEST_MESSAGE = 512;

  /** What the API takes. */
  private static final int MOST = 128;

  private final NodeCaptureSpec spec;
  private final RunFigures figures;
  private final Optional<AgentStatus> now;

  InterfaceReport(NodeCaptureSpec spec, RunFigures figures, Optional<AgentStatus> now) {
    this.spec = spec;
    this.figures = figures;
    this.now = now;
  }

  List<InterfaceStatus> list() {
    return figures.interfaces().keySet().stream().limit(MOST).map(this::describe).toList();
  }

  private InterfaceStatus describe(String name) {
    Optional<dev.ringtail.agent.status.InterfaceStatus> captured =
        now.stream()
            .flatMap(status -> status.interfaces().stream())
            .filter(one -> one.name().equals(name))
            .findFirst();
    Map<String, Long> losses = captured.map(one -> one.nicLosses()).orElse(Map.of());
    Direction planned = spec.capture().direction();
    return new InterfaceStatus(
        name,
        captured.map(one -> one.pod()).orElse(null),
        captured.map(one -> one.point()).orElse(null),
        captured.map(one -> one.direction()).orElse(planned == null ? Direction.INGRESS : planned),
        captured.stream().flatMap(one -> one.refused().stream()).map(InterfaceReport::cut).toList(),
        funnel(name),
        sum(losses, MISSED),
        sum(losses, XDP_DROPS));
  }

  private static RefusedPoint cut(RefusedPoint refused) {
    return new RefusedPoint(
        refused.point(), refused.reason(), Conditions.cut(refused.message(), LONGEST_MESSAGE));
  }

  private Funnel funnel(String name) {
    return new Funnel(
        figures.at(name, FunnelTerm.SEEN),
        figures.at(name, FunnelTerm.FILTERED),
        figures.at(name, FunnelTerm.MATCHED),
        figures.at(name, FunnelTerm.WRITTEN),
        figures.at(name, FunnelTerm.AFTER_LIMIT),
        figures.at(name, FunnelTerm.SPOOLED),
        figures.at(name, FunnelTerm.DELIVERED),
        figures.at(name, FunnelTerm.WAITING),
        figures.at(name, FunnelTerm.ABANDONED),
        figures.at(name, FunnelTerm.TRUNCATED),
        new Drops(
            figures.at(name, FunnelTerm.RING_FULL),
            figures.at(name, FunnelTerm.REENTERED),
            figures.at(name, FunnelTerm.COPY_FAILED),
            figures.at(name, FunnelTerm.NO_RING),
            figures.at(name, FunnelTerm.TAILCALL),
            figures.at(name, FunnelTerm.SPOOL_FULL),
            figures.at(name, FunnelTerm.SPOOL_ERROR)));
  }

  /** Null when the driver counts no such thing. */
  private static Long sum(Map<String, Long> losses, String kind) {
    List<Long> values =
        losses.entrySet().stream()
            .filter(entry -> entry.getKey().contains(kind))
            .map(Map.Entry::getValue)
            .toList();
    return values.isEmpty() ? null : values.stream().mapToLong(Long::longValue).sum();
  }
}
