// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.fetch.Losses;
import dev.ringtail.cli.text.Amounts;
import dev.ringtail.cli.text.Table;
import dev.ringtail.cli.text.Words;
import dev.ringtail.crds.v1alpha1.AgentInfo;
import dev.ringtail.crds.v1alpha1.Funnel;
import dev.ringtail.crds.v1alpha1.InterfaceStatus;
import dev.ringtail.crds.v1alpha1.InterruptStatus;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.PlacementStatus;
import dev.ringtail.crds.value.CpuList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** One node's part of a job, for people: its funnel, its capture points, its CPUs. */
final class NodeStory {
  private static final Map<String, ToLongFunction<Funnel>> BEFORE_RING = new LinkedHashMap<>();
  private static final Map<String, ToLongFunction<Funnel>> AFTER_RING = new LinkedHashMap<>();

  static {
    BEFORE_RING.put("seen", Funnel::seen);
    BEFORE_RING.put("filtered", Funnel::filtered);
    BEFORE_RING.put("matched", Funnel::matched);
    AFTER_RING.put("written", Funnel::written);
    AFTER_RING.put("afterLimit", Funnel::afterLimit);
    AFTER_RING.put("spooled", Funnel::spooled);
    AFTER_RING.put("delivered", Funnel::delivered);
    AFTER_RING.put("waiting", Funnel::waiting);
    AFTER_RING.put("abandoned", Funnel::abandoned);
    AFTER_RING.put("truncated", Funnel::truncated);
  }

  private NodeStory() {}

  /**
   * @param isWide with the agent, its kernel and each interrupt
   */
  static List<String> lines(NodeCapture node, boolean isWide) {
    List<String> lines = new ArrayList<>();
    NodeCaptureStatus status = node.getStatus();
    if (status == null || status.phase() == null) {
      lines.add("node %s: has not reported".formatted(node.getSpec().nodeName()));
      return lines;
    }
    lines.add("node %s: %s".formatted(node.getSpec().nodeName(), Words.of(status.phase())));
    if (status.lastError() != null && !status.lastError().isBlank()) {
      lines.add("  trouble: " + status.lastError());
    }
    if (isWide && status.agent() != null) {
      lines.add("  " + agent(status.agent()));
    }
    status.interfaces().forEach(one -> lines.addAll(points(one)));
    lines.addAll(funnel(status.interfaces()));
    if (status.placement() != null) {
      lines.addAll(placement(status.placement(), isWide));
    }
    status
        .gaps()
        .forEach(
            gap ->
                lines.add(
                    "  gap: nothing captured from %s to %s (%s)%s"
                        .formatted(
                            gap.from(),
                            gap.to(),
                            gap.reason(),
                            gap.receivedEstimate() == null
                                ? ""
                                : ", about "
                                    + Amounts.counted(gap.receivedEstimate(), "packet")
                                    + " received meanwhile")));
    return lines;
  }

  private static String agent(AgentInfo agent) {
    return "agent %s, kernel %s, clock %s%s"
        .formatted(
            agent.version(),
            agent.kernel(),
            agent.clock(),
            Boolean.FALSE.equals(agent.clockSynchronized()) ? " (not synchronized)" : "");
  }

  private static List<String> points(InterfaceStatus one) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "  %s: captured at %s, %s"
            .formatted(
                one.name(),
                one.point() == null ? "no point" : Words.of(one.point()),
                Words.of(one.direction())));
    one.refused()
        .forEach(
            refused ->
                lines.add(
                    "    not at %s: %s%s"
                        .formatted(
                            Words.of(refused.point()),
                            refused.reason(),
                            refused.message() == null ? "" : ", " + refused.message())));
    return lines;
  }

  /** A row for each term, a column for each interface; losses marked by a minus. */
  private static List<String> funnel(List<InterfaceStatus> interfaces) {
    List<InterfaceStatus> counted =
        interfaces.stream().filter(one -> one.funnel() != null).toList();
    if (counted.isEmpty()) {
      return List.of();
    }
    List<String> head = new ArrayList<>(List.of("PACKETS"));
    counted.forEach(one -> head.add(">" + one.name()));
    Table table = new Table(head.toArray(String[]::new));
    BEFORE_RING.forEach((term, figure) -> row(table, term, counted, figure));
    for (String cause : Losses.byCause(counted.getFirst().funnel().dropped()).keySet()) {
      ToLongFunction<Funnel> figure = funnel -> Losses.byCause(funnel.dropped()).get(cause);
      if (counted.stream().anyMatch(one -> figure.applyAsLong(one.funnel()) > 0)) {
        row(table, "- " + cause, counted, figure);
      }
    }
    AFTER_RING.forEach((term, figure) -> row(table, term, counted, figure));
    return table.lines().stream().map(line -> "  " + line).toList();
  }

  private static void row(
      Table table, String term, List<InterfaceStatus> interfaces, ToLongFunction<Funnel> figure) {
    List<Object> cells = new ArrayList<>();
    cells.add(term);
    interfaces.forEach(one -> cells.add(Amounts.count(figure.applyAsLong(one.funnel()))));
    table.row(cells.toArray());
  }

  private static String cpus(CpuList cpus) {
    return cpus == null ? "where the kernel likes" : "on CPUs " + cpus;
  }

  private static List<String> placement(PlacementStatus placement, boolean isWide) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "  placement %s: received %s, read %s%s%s"
            .formatted(
                Words.of(placement.policy()),
                cpus(placement.receiveCpus()),
                cpus(placement.readerCpus()),
                placement.partial() ? ", in part only" : "",
                placement.message() == null ? "" : "; " + placement.message()));
    if (isWide) {
      for (InterruptStatus interrupt : placement.interrupts()) {
        lines.add(
            "    interrupt %s: %s%s"
                .formatted(
                    interrupt.irq(),
                    Words.of(interrupt.state()),
                    interrupt.message() == null ? "" : ", " + interrupt.message()));
      }
    }
    return lines;
  }
}
