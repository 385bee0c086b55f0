// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.ClusterNames;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.cluster.StorageProfile;
import dev.ringtail.cli.cluster.StorageProfiles;
import dev.ringtail.cli.cluster.Targets;
import dev.ringtail.cli.fetch.Destination;
import dev.ringtail.cli.fetch.Losses;
import dev.ringtail.cli.fetch.StoreDoor;
import dev.ringtail.cli.follow.FollowDisplay;
import dev.ringtail.cli.follow.Interrupts;
import dev.ringtail.cli.follow.JobFollower;
import dev.ringtail.cli.follow.JobView;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.text.Screen;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.crds.v1alpha1.Target;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail capture}: from a thought to an open file. */
@Command(
    name = "capture",
    description = {
      "Captures packets, follows the capture, and brings what it found here as one file in the order"
          + " of time.",
      "",
      "  kubectl ringtail capture deploy/web --pcap 'tcp port 8080' --duration 30s",
      "  kubectl ringtail capture pod/web-1 pod/web-2 -o web.pcapng",
      "  kubectl ringtail capture --nodes -l pool=edge -i 'ens*' --packets 100000",
      "",
      "Ctrl-C stops the capture and keeps its data; a second one leaves without waiting.",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class CaptureCommand implements Callable<Integer> {
  /** Whether the job is only tried. */
  enum DryRun {
    none,
    client,
    server
  }

  @Spec private CommandSpec command;
  @Mixin private CaptureOptions capture;
  @Mixin private StoreOptions store;
  @Mixin private ResultOptions result;
  @Mixin private OperatorOptions operator;
  @Mixin private ClusterOptions clusterOptions;

  @Option(names = "--no-download", description = "follow the capture, and leave the data there")
  private boolean noDownload;

  @Option(
      names = "--dry-run",
      paramLabel = "client|server",
      description = "make no job; server: let the cluster judge it")
  private DryRun dryRun = DryRun.none;

  @Option(names = "--yaml", description = "print the job's document instead")
  private boolean yaml;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    try (Cluster cluster = clusterOptions.open()) {
      CaptureJob job = document(cluster);
      if (yaml) {
        out.print(Serialization.asYaml(job));
        out.flush();
        return ExitCode.COMPLETE.code();
      }
      if (dryRun != DryRun.none) {
        return tried(cluster, job, out).code();
      }
      return run(cluster, job, out, err).code();
    }
  }

  private CaptureJob document(Cluster cluster) {
    JobDocument.compile(capture);
    StorageProfile place = store.resolve(new StorageProfiles(cluster, operator.namespace));
    Target target = new Targets(cluster).resolve(capture.targetWords());
    CaptureJob job = JobDocument.of(capture, cluster.namespace(), target, place.output());
    result
        .endpoint()
        .map(URI::toString)
        .or(place::downloadEndpoint)
        .ifPresent(
            address ->
                job.getMetadata().setAnnotations(Map.of(StoreDoor.DOWNLOAD_ENDPOINT, address)));
    return job;
  }

  private ExitCode tried(Cluster cluster, CaptureJob job, PrintWriter out) {
    if (dryRun == DryRun.server) {
      cluster.requireInstalled();
      new Jobs(cluster).create(job, true);
    }
    out.printf(
        "capturejob.ringtail.dev/%s created (%s dry run)%n", job.getMetadata().getName(), dryRun);
    out.flush();
    return ExitCode.COMPLETE;
  }

  private ExitCode run(Cluster cluster, CaptureJob document, PrintWriter out, PrintWriter err)
      throws InterruptedException {
    Screen screen = Screen.ofError(err);
    Jobs jobs = new Jobs(cluster);
    cluster.requireInstalled();
    CaptureJob job = jobs.create(document, false);
    String name = job.getMetadata().getName();
    Interrupts interrupts =
        new Interrupts(
                () -> {
                  err.printf(
                      "%s%s goes on without you; kubectl ringtail download %s fetches its data, kubectl ringtail stop %s ends it%n",
                      RingtailCommand.NAME, "job " + name, name, name);
                  err.flush();
                  Runtime.getRuntime().halt(ExitCode.INCOMPLETE.code());
                })
            .listen();
    screen.say("job %s created".formatted(name));
    ClusterNames names = new ClusterNames(cluster);
    JobView end =
        new JobFollower(jobs, new FollowDisplay(screen), interrupts, new NamesWhileCapturing(names))
            .follow(job);
    requireCaptured(end);
    if (noDownload) {
      out.println(summary(end));
      out.flush();
      return end.phase() == Phase.COMPLETED ? lossy(end) : ExitCode.INCOMPLETE;
    }
    interrupts.leaveAtOnce();
    names.note();
    Destination destination = Destination.of(end.job(), result.file(), result.isPerNode);
    ExitCode code =
        new ResultPrinter(cluster, result, screen, out)
            .fetch(end.job(), end.nodes(), destination, names.all());
    if (end.phase() == Phase.FAILED) {
      err.println(RingtailCommand.NAME + failure(end));
      err.flush();
      return ExitCode.INCOMPLETE;
    }
    return code;
  }

  private ExitCode lossy(JobView end) {
    return result.failOnLoss && !Losses.of(end.nodes()).isNone()
        ? ExitCode.LOSSY
        : ExitCode.COMPLETE;
  }

  /** A job that failed before any node captured has nothing to download. */
  private static void requireCaptured(JobView end) {
    boolean hasStarted = end.job().getStatus().startedAt() != null;
    if (end.nodes().isEmpty() || (end.phase() == Phase.FAILED && !hasStarted)) {
      throw CommandException.refused(
          "job %s captured nothing: %s".formatted(end.name(), failure(end)));
    }
  }

  private static String failure(JobView end) {
    return end.condition(ConditionType.FAILED)
        .map(Condition::getMessage)
        .orElse("no node took part; kubectl describe capturejob %s says why".formatted(end.name()));
  }

  private static String summary(JobView end) {
    return "job %s: %s; its data: kubectl ringtail download %s"
        .formatted(end.name(), Losses.of(end.nodes()).words(), end.name());
  }
}
