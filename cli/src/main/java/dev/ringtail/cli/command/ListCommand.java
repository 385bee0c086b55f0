// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.text.Amounts;
import dev.ringtail.cli.text.Table;
import dev.ringtail.cli.text.Words;
import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.ConditionType;
import io.fabric8.kubernetes.api.model.Condition;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail list}: the jobs and how far they are. */
@Command(
    name = "list",
    description = {
      "Lists jobs and how far they are.",
      "",
      "  kubectl ringtail list",
      "  kubectl ringtail list -A -o wide",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ListCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "of all namespaces")
  private boolean isEverywhere;

  @Option(
      names = {"-o", "--output"},
      paramLabel = OutputForm.OPTION,
      description = "how to print them")
  private OutputForm form = OutputForm.table;

  @Mixin private ClusterOptions clusterOptions;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (Cluster cluster = clusterOptions.open()) {
      List<CaptureJob> jobs = new Jobs(cluster).list(isEverywhere);
      switch (form) {
        case table, wide -> {
          if (jobs.isEmpty()) {
            command
                .commandLine()
                .getErr()
                .println(
                    isEverywhere
                        ? "there is no job"
                        : "there is no job in namespace " + cluster.namespace());
          } else {
            out.println(table(jobs));
          }
        }
        default -> ObjectPrinter.print(jobs, form, out);
      }
      out.flush();
      command.commandLine().getErr().flush();
    }
    return ExitCode.COMPLETE.code();
  }

  private Table table(List<CaptureJob> jobs) {
    List<String> head = new ArrayList<>();
    if (isEverywhere) {
      head.add("NAMESPACE");
    }
    head.addAll(
        List.of("NAME", "PHASE", "NODES", ">PACKETS", ">DROPPED", ">DELIVERED", "LOSSLESS", "AGE"));
    if (form == OutputForm.wide) {
      head.addAll(List.of("TARGET", "FILTER", "BUCKET"));
    }
    Table table = new Table(head.toArray(String[]::new));
    jobs.forEach(job -> table.row(cells(job).toArray()));
    return table;
  }

  private List<Object> cells(CaptureJob job) {
    CaptureJobStatus status = job.getStatus();
    CaptureCounts counts =
        status == null || status.counts() == null ? CaptureCounts.ZERO : status.counts();
    List<Object> cells = new ArrayList<>();
    if (isEverywhere) {
      cells.add(job.getMetadata().getNamespace());
    }
    cells.add(job.getMetadata().getName());
    cells.add(status == null || status.phase() == null ? "Pending" : Words.of(status.phase()));
    cells.add(status == null || status.nodes() == null ? "" : status.nodes().summary());
    cells.add(Amounts.count(counts.captured()));
    cells.add(Amounts.count(counts.dropped()));
    cells.add(Amounts.bytes(counts.deliveredBytes()));
    cells.add(
        status == null
            ? ""
            : ConditionType.LOSSLESS.in(status.conditions()).map(Condition::getStatus).orElse(""));
    cells.add(
        Amounts.age(
            Duration.between(
                Instant.parse(job.getMetadata().getCreationTimestamp()), Instant.now())));
    if (form == OutputForm.wide) {
      cells.add(SpecWords.target(job.getSpec().target()));
      cells.add(SpecWords.filter(job.getSpec().filter()));
      cells.add(SpecWords.bucket(job.getSpec().output()));
    }
    return cells;
  }
}
