// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.fetch.JobVerification;
import dev.ringtail.cli.fetch.StoreDoor;
import dev.ringtail.cli.fetch.TransferView;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.text.Amounts;
import dev.ringtail.cli.text.Screen;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import java.io.PrintWriter;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail verify}: is everything in the store that the manifests say? */
@Command(
    name = "verify",
    description = {
      "Reads every object of a job and holds size, hash and packet counts against its manifest."
          + " Keeps nothing.",
      "",
      "  kubectl ringtail verify web-x7k2p",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "JOB", description = "a job that has ended")
  private String name;

  @Option(
      names = "--download-endpoint",
      paramLabel = "URL",
      description = "address of the store as this machine reaches it; default: the job's")
  private URI endpoint;

  @Mixin private ClusterOptions clusterOptions;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    Screen screen = Screen.ofError(err);
    try (Cluster cluster = clusterOptions.open()) {
      Jobs jobs = new Jobs(cluster);
      CaptureJob job = jobs.named(name);
      List<NodeCapture> nodes = jobs.nodesOf(job);
      if (nodes.isEmpty()) {
        throw CommandException.refused("job %s has no nodes to verify".formatted(name));
      }
      JobVerification.Outcome outcome =
          new JobVerification(
                  new StoreDoor(cluster, Optional.ofNullable(endpoint)), new TransferView(screen))
              .verify(job, nodes);
      out.printf(
          "job %s: %s of %s are as their manifests say, %s, %s%n",
          name,
          Amounts.count(outcome.intact()),
          Amounts.counted(outcome.objects(), "object"),
          Amounts.counted(outcome.packets(), "packet"),
          Amounts.bytes(outcome.bytes()));
      out.flush();
      outcome.problems().forEach(problem -> err.println(RingtailCommand.NAME + problem));
      err.flush();
      return (outcome.problems().isEmpty() ? ExitCode.COMPLETE : ExitCode.INCOMPLETE).code();
    }
  }
}
