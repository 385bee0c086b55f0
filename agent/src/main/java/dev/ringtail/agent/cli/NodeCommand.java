// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.http.ManagementServer;
import dev.ringtail.agent.node.NodeAgent;
import dev.ringtail.agent.node.NodeSettings;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringtail-agent node}: this node's part of a CaptureJob, as its DaemonSet starts it. */
@Command(
    name = "node",
    description =
        "Carries out this node's part of a CaptureJob in a cluster. Started by the operator, which"
            + " names the job in the environment.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  RINGTAIL_NODE           the node's name",
      "  RINGTAIL_JOB_NAMESPACE  namespace of the job",
      "  RINGTAIL_JOB_NAME       its name",
      "  RINGTAIL_JOB_UID        its uid, by which its NodeCaptures are labelled",
      "  RINGTAIL_SPOOL          spool folder of the node; default /var/lib/ringtail",
      "  RINGTAIL_CREDENTIALS    where the job's Secret is mounted; default"
          + " /etc/ringtail/credentials",
      "  RINGTAIL_CA_FILE        certificates to trust, if the job names some; default"
          + " /etc/ringtail/ca/ca.crt",
      "  RINGTAIL_READY_FILE     is there while the agent is ready; default /tmp/ringtail-ready"
    })
public final class NodeCommand implements Callable<Integer> {
  private static final long LONGEST_STOP_S = 5;

  @Option(
      names = "--ready",
      description =
          "only say whether the agent of this environment is ready, for a probe: exits with 0 or 3")
  private boolean askReady;

  @Override
  public Integer call() throws InterruptedException {
    if (askReady) {
      Path file = NodeSettings.readyFile(System.getenv());
      return Files.exists(file) ? ExitCode.COMPLETE.code() : ExitCode.REFUSED.code();
    }
    NodeSettings settings = settings();
    EndOnSignal end = new EndOnSignal();
    Vertx vertx = ManagementServer.vertx();
    try {
      NodeAgent agent = new NodeAgent(settings, vertx, new NodeSessions(), NodeCommand::log);
      end.stops(agent::terminate);
      agent.run();
      return end.with(ExitCode.COMPLETE.code());
    } finally {
      close(vertx);
      end.release();
    }
  }

  private static NodeSettings settings() {
    try {
      return NodeSettings.of(System.getenv());
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(e.getMessage());
    }
  }

  private static void log(String sentence) {
    System.err.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + sentence);
  }

  private static void close(Vertx vertx) throws InterruptedException {
    vertx
        .close()
        .toCompletionStage()
        .toCompletableFuture()
        .completeOnTimeout(null, LONGEST_STOP_S, TimeUnit.SECONDS)
        .join();
  }
}
