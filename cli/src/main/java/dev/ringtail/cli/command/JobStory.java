// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.text.Amounts;
import dev.ringtail.cli.text.Table;
import dev.ringtail.cli.text.Words;
import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.Limits;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;

/** A job as a whole, for people. */
final class JobStory {
  private static final String FACT = "%-12s %s";

  private JobStory() {}

  static List<String> lines(CaptureJob job) {
    CaptureJobSpec spec = job.getSpec();
    CaptureJobStatus status = job.getStatus();
    List<String> lines = new ArrayList<>();
    lines.add(
        FACT.formatted(
            "job", job.getMetadata().getNamespace() + "/" + job.getMetadata().getName()));
    lines.add(FACT.formatted("target", SpecWords.target(spec.target())));
    lines.add(FACT.formatted("filter", SpecWords.filter(spec.filter())));
    lines.add(FACT.formatted("direction", Words.of(spec.directionInForce())));
    lines.add(FACT.formatted("limits", limits(spec.limits())));
    lines.add(FACT.formatted("output", SpecWords.bucket(spec.output())));
    if (status == null || status.phase() == null) {
      lines.add(FACT.formatted("phase", "none: no operator has looked at it yet"));
      return lines;
    }
    lines.add(FACT.formatted("phase", Words.of(status.phase())));
    if (status.startedAt() != null) {
      lines.add(
          FACT.formatted(
              "time",
              status.startedAt()
                  + (status.finishedAt() == null ? "" : " to " + status.finishedAt())));
    }
    if (status.nodes() != null) {
      lines.add(FACT.formatted("nodes", status.nodes().summary() + " ready"));
    }
    CaptureCounts counts = status.counts() == null ? CaptureCounts.ZERO : status.counts();
    lines.add(
        FACT.formatted(
            "packets",
            "%s seen, %s captured, %s dropped, %s delivered in %s of %s"
                .formatted(
                    Amounts.count(counts.seen()),
                    Amounts.count(counts.captured()),
                    Amounts.count(counts.dropped()),
                    Amounts.count(counts.delivered()),
                    Amounts.counted(counts.objects(), "object"),
                    Amounts.bytes(counts.deliveredBytes()))));
    lines.add("");
    lines.addAll(conditions(status.conditions()));
    return lines;
  }

  private static String limits(Limits limits) {
    return limits.duration()
        + (limits.packetsPerNode() == null
            ? ""
            : ", " + Amounts.counted(limits.packetsPerNode(), "packet") + " per node")
        + (limits.bytesPerNode() == null ? "" : ", " + limits.bytesPerNode() + " per node");
  }

  private static List<String> conditions(List<Condition> conditions) {
    Table table = new Table("CONDITION", "STATUS", "REASON", "MESSAGE");
    conditions.forEach(
        condition ->
            table.row(
                condition.getType(),
                condition.getStatus(),
                condition.getReason(),
                condition.getMessage().lines().findFirst().orElse("")));
    return table.lines();
  }
}
