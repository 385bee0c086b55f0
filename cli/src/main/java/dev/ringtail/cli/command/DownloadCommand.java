// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.ClusterNames;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.fetch.Destination;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.text.Screen;
import dev.ringtail.cli.text.Words;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail download}: what a job has captured, here. */
@Command(
    name = "download",
    description = {
      "Brings what a job has captured here: verified, and merged in the order of time.",
      "",
      "  kubectl ringtail download web-x7k2p",
      "  kubectl ringtail download web-x7k2p -o /tmp/web.pcapng",
      "  kubectl ringtail download web-x7k2p --per-node -o nodes/",
      "",
      "A download that broke off goes on where it was when the command is given again. What is missing"
          + " is named, the rest is merged, and the exit code is 5.",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class DownloadCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "JOB", description = "a job that has ended")
  private String name;

  @Mixin private ResultOptions result;
  @Mixin private ClusterOptions clusterOptions;

  @Override
  public Integer call() {
    Screen screen = Screen.ofError(command.commandLine().getErr());
    try (Cluster cluster = clusterOptions.open()) {
      Jobs jobs = new Jobs(cluster);
      CaptureJob job = jobs.named(name);
      if (!job.hasEnded()) {
        throw CommandException.refused(
            "job %s has not ended (%s); wait for it, or end it: kubectl ringtail stop %s"
                .formatted(
                    name,
                    job.getStatus() == null ? "Pending" : Words.of(job.getStatus().phase()),
                    name));
      }
      List<NodeCapture> nodes = jobs.nodesOf(job);
      if (nodes.isEmpty()) {
        throw CommandException.refused(
            "job %s has captured nothing: no node took part in it".formatted(name));
      }
      ClusterNames names = new ClusterNames(cluster);
      names.note();
      return new ResultPrinter(cluster, result, screen, command.commandLine().getOut())
          .fetch(job, nodes, Destination.of(job, result.file(), result.isPerNode), names.all())
          .code();
    }
  }
}
