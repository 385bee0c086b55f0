// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail describe}: a job's story, and where each packet went. */
@Command(
    name = "describe",
    description = {
      "Tells all of a job: its conditions, and for each node where every packet went, where the"
          + " capture hooks and why not elsewhere, and which CPUs take part.",
      "",
      "  kubectl ringtail describe web-x7k2p",
      "  kubectl ringtail describe web-x7k2p -o yaml",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class DescribeCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "JOB", description = "any job")
  private String name;

  @Option(
      names = {"-o", "--output"},
      paramLabel = OutputForm.OPTION,
      description = "how to print it; json and yaml: the job and its NodeCaptures")
  private OutputForm form = OutputForm.table;

  @Mixin private ClusterOptions clusterOptions;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (Cluster cluster = clusterOptions.open()) {
      Jobs jobs = new Jobs(cluster);
      CaptureJob job = jobs.named(name);
      List<NodeCapture> nodes = jobs.nodesOf(job);
      switch (form) {
        case table, wide -> {
          JobStory.lines(job).forEach(out::println);
          for (NodeCapture node : nodes) {
            out.println();
            NodeStory.lines(node, form == OutputForm.wide).forEach(out::println);
          }
          out.flush();
        }
        case name, json, yaml -> {
          List<HasMetadata> all = new ArrayList<>();
          all.add(job);
          all.addAll(nodes);
          ObjectPrinter.print(all, form, out);
        }
      }
    }
    return ExitCode.COMPLETE.code();
  }
}
