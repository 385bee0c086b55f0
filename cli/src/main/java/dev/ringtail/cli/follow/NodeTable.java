// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.follow;

import dev.ringtail.cli.text.Amounts;
import dev.ringtail.cli.text.Table;
import dev.ringtail.cli.text.Words;
import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A row for each node; rates between the reports of its agent, however often it is asked. Of many
 * nodes those that are not well come first, and the rest gives way.
 */
final class NodeTable {
  /** With what stands above and below it, no more than the 24 lines of the smallest terminal. */
  static final int MOST_ROWS = 20;

  private static final double MS_PER_S = 1000;

  private final Map<String, Report> reports = new HashMap<>();

  /** What a node had captured when it last reported, and how fast it went since the time before. */
  private record Report(Instant at, long captured, double rate) {
    Report next(Report later) {
      long ms = Duration.between(at, later.at).toMillis();
      return ms <= 0
          ? this
          : new Report(
              later.at, later.captured, Math.max(0, later.captured - captured) * MS_PER_S / ms);
    }
  }

  List<String> lines(JobView view) {
    Table table = new Table("NODE", "PHASE", ">PACKETS/S", ">PACKETS", ">DROPPED", ">DELIVERED");
    for (NodeCapture node : shown(view)) {
      CaptureCounts counts = JobView.counts(node);
      table.row(
          node.getSpec().nodeName(),
          Words.of(JobView.phase(node)),
          Amounts.count(Math.round(rate(node, counts.captured()))),
          Amounts.count(counts.captured()),
          Amounts.count(counts.dropped()),
          Amounts.bytes(counts.deliveredBytes()));
    }
    return table.isEmpty() ? List.of() : table.lines();
  }

  private static List<NodeCapture> shown(JobView view) {
    return view.nodes().size() <= MOST_ROWS
        ? view.nodes()
        : view.nodes().stream()
            .sorted(Comparator.comparing(NodeTable::isWell))
            .limit(MOST_ROWS)
            .toList();
  }

  private static boolean isWell(NodeCapture node) {
    return JobView.phase(node) != Phase.FAILED && JobView.counts(node).dropped() == 0;
  }

  private double rate(NodeCapture node, long captured) {
    String reported = node.getStatus() == null ? null : node.getStatus().lastReportTime();
    if (reported == null) {
      return 0;
    }
    Instant at = Instant.parse(reported);
    return reports
        .merge(node.getSpec().nodeName(), new Report(at, captured, 0), Report::next)
        .rate();
  }
}
