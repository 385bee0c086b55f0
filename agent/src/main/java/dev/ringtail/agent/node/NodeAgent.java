// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.AgentVersion;
import dev.ringtail.agent.kube.ApiClient;
import dev.ringtail.agent.kube.JobLookup;
import dev.ringtail.agent.kube.NodeCaptureReporter;
import dev.ringtail.agent.kube.NodeCaptureWatcher;
import dev.ringtail.agent.kube.UnknownParts;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.spool.SpoolInUseException;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.netty.channel.EventLoopGroup;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The conductor of node mode: finds its NodeCapture, lives through it once, reports until the
 * result is known, and then idles, so that its DaemonSet does not start it over and over. A job
 * that has ended is never captured again, however often the process is started.
 */
public final class NodeAgent {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Of the 60 s that the operator gives a pod, what is spent on deliveries. */
  private static final long GRACE_MS = 45_000;

  private final NodeSettings settings;
  private final Vertx vertx;
  private final CaptureMaker maker;
  private final Consumer<String> log;
  private final Clock clock = Clock.systemUTC();
  private final UnknownParts unknown = new UnknownParts();
  private final Wishes wishes = new Wishes(clock, unknown);

  /**
   * @param vertx of one event loop, which the API, the store and the management endpoint share
   * @param maker makes captures
   * @param log a sentence for people
   */
  public NodeAgent(NodeSettings settings, Vertx vertx, CaptureMaker maker, Consumer<String> log) {
    this.settings = settings;
    this.vertx = vertx;
    this.maker = maker;
    this.log = log;
  }

  /** Returns after {@link #terminate}. */
  public void run() throws InterruptedException {
    unready();
    try (KubernetesClient client = ApiClient.on(vertx, unknown);
        NodeCaptureWatcher watcher =
            new NodeCaptureWatcher(client, settings.identity(), wishes, log)) {
      Optional<NodeCapture> own = watcher.find(this::ready, wishes.terminated());
      if (own.isPresent()) {
        wishes.changed(own.get());
        new Orphans(settings.spool(), new JobLookup(client), log).remove(settings.identity().uid());
        carryOut(client, own.get(), watcher.parts());
      }
      wishes.terminated().await();
    } finally {
      unready();
    }
  }

  /** Ends the capture and the process within the time that Kubernetes gives; from any thread. */
  public void terminate() {
    wishes.terminate();
    vertx.setTimer(GRACE_MS, _ -> wishes.giveUp());
  }

  private void carryOut(KubernetesClient client, NodeCapture own, int nodes)
      throws InterruptedException {
    try {
      Optional<JobFolder> taken = takeFolder();
      if (taken.isPresent()) {
        try (JobFolder folder = taken.get()) {
          carryOut(client, own, nodes, folder);
        }
      }
    } catch (SpoolException e) {
      StatusBoard board =
          new StatusBoard(clock, wishes, () -> JobNotes.NONE, conditions(own.getStatus()));
      board.ended(Ending.failed("SpoolRefused", e.getMessage()));
      NodeCaptureReporter reporter =
          new NodeCaptureReporter(client, own, nodes, board::read, wishes, log);
      reporter.start();
      report(reporter);
    }
  }

  /** Waits for another agent of the same job to end, which has been replaced by this one. */
  private Optional<JobFolder> takeFolder() throws InterruptedException, SpoolException {
    while (true) {
      try {
        return Optional.of(JobFolder.take(settings.spool(), settings.identity()));
      } catch (SpoolInUseException e) {
        if (wishes.terminated().await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
          return Optional.empty();
        }
      }
    }
  }

  private void carryOut(KubernetesClient client, NodeCapture own, int nodes, JobFolder folder)
      throws InterruptedException {
    NodeCaptureStatus reported = own.getStatus();
    if (own.hasEnded()) {
      log.accept("the job is over for this node: " + reported.phase());
      forget(folder);
      return;
    }
    StatusBoard board = new StatusBoard(clock, wishes, folder::notes, conditions(reported));
    NodeCaptureReporter reporter =
        new NodeCaptureReporter(client, own, nodes, () -> status(folder, board), wishes, log);
    reporter.start();
    if (!isFinal(folder)) {
      Ending ending = live(folder, board, reporter);
      log.accept("%s: %s".formatted(ending.reason(), ending.message()));
      board.ended(ending);
      if (ending.isFinal()) {
        folder.note(folder.notes().withResult(board.read()));
      }
    }
    boolean isReported = report(reporter);
    if (wishes.isDiscarded()) {
      folder.remove();
    } else if (isReported && isFinal(folder)) {
      forget(folder);
    }
  }

  private static List<Condition> conditions(NodeCaptureStatus status) {
    return status == null ? List.of() : status.conditions();
  }

  /** A plan whose values are not known is not guessed at. */
  private Ending live(JobFolder folder, StatusBoard board, NodeCaptureReporter reporter)
      throws InterruptedException {
    if (!unknown.values().isEmpty()) {
      return Ending.failed(
          "PlanUnknown",
          "this agent is %s and does not know %s; run agents of the operator's version"
              .formatted(AgentVersion.TEXT, unknown.values()));
    }
    try {
      return new JobLife(
              clock,
              vertx,
              maker,
              folder,
              wishes,
              board,
              new NodeStores(settings, eventLoop()),
              reporter::hurry,
              log)
          .live();
    } catch (RuntimeException e) {
      e.printStackTrace();
      return Ending.fault(e.toString());
    }
  }

  /** Deprecated since Vert.x 5 does without; the clients of this agent keep it at 4. */
  @SuppressWarnings("deprecation")
  private EventLoopGroup eventLoop() {
    return vertx.nettyEventLoopGroup();
  }

  private static NodeCaptureStatus status(JobFolder folder, StatusBoard board) {
    NodeCaptureStatus result = folder.notes().result();
    return result == null ? board.read() : result;
  }

  /** Until the server has taken it, if need be for hours; on the way out for one more pace. */
  private boolean report(NodeCaptureReporter reporter) throws InterruptedException {
    boolean isReported = reporter.finish(LOOK);
    while (!isReported && !wishes.isTerminated()) {
      isReported = reporter.finish(LOOK);
    }
    return isReported || reporter.finish(LOOK);
  }

  private static boolean isFinal(JobFolder folder) {
    return folder.notes().result() != null;
  }

  /** What is not delivered stays for people to look at. */
  private static void forget(JobFolder folder) {
    if (folder.spools().isEmpty()) {
      folder.remove();
    }
  }

  private void ready() {
    try {
      Files.writeString(settings.readyFile(), "");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot say in %s that the agent is ready".formatted(settings.readyFile()), e);
    }
  }

  /** Also at the start: an agent that was killed in this pod has left its file. */
  private void unready() {
    try {
      Files.deleteIfExists(settings.readyFile());
    } catch (IOException e) {
      // It goes with the pod.
    }
  }
}
