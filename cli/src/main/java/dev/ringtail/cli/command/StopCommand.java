// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail stop}: ends jobs early. */
@Command(
    name = "stop",
    description = {
      "Ends jobs early; what they have captured is delivered and kept.",
      "",
      "  kubectl ringtail stop web-x7k2p",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class StopCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "JOB", arity = "1..*", description = "jobs to end")
  private List<String> names;

  @Mixin private ClusterOptions clusterOptions;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (Cluster cluster = clusterOptions.open()) {
      Jobs jobs = new Jobs(cluster);
      for (String name : names) {
        CaptureJob job = jobs.named(name);
        if (job.hasEnded()) {
          out.println("job %s has ended already".formatted(name));
        } else {
          jobs.stop(job);
          out.println("job %s ends; its data is kept".formatted(name));
        }
      }
      out.flush();
    }
    return ExitCode.COMPLETE.code();
  }
}
