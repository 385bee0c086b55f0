// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.CaptureRefusedException;
import dev.ringtail.agent.capture.CaptureResult;
import dev.ringtail.agent.capture.CaptureSession;
import dev.ringtail.agent.capture.EndReason;
import dev.ringtail.agent.http.ManagementException;
import dev.ringtail.agent.http.ManagementServer;
import dev.ringtail.agent.pod.PodNetworks;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.upload.StoreOpener;
import dev.ringtail.crds.v1alpha1.CaptureRun;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.PodRef;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One life of the agent within a job: finishes what earlier lives have left, captures what is left
 * to capture, delivers, and answers how that has ended.
 */
final class JobLife {
  private static final DateTimeFormatter RUN =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration POD_LOOK = Duration.ofMillis(500);

  private final Clock clock;
  private final Vertx vertx;
  private final CaptureMaker maker;
  private final JobFolder folder;
  private final Wishes wishes;
  private final StatusBoard board;
  private final StoreOpener stores;
  private final Runnable changed;
  private final Consumer<String> log;

  /**
   * @param changed run when people wait to see what the board shows now
   * @param log a sentence for people
   */
  JobLife(
      Clock clock,
      Vertx vertx,
      CaptureMaker maker,
      JobFolder folder,
      Wishes wishes,
      StatusBoard board,
      StoreOpener stores,
      Runnable changed,
      Consumer<String> log) {
    this.clock = clock;
    this.vertx = vertx;
    this.maker = maker;
    this.folder = folder;
    this.wishes = wishes;
    this.board = board;
    this.stores = stores;
    this.changed = changed;
    this.log = log;
  }

  Ending live() throws InterruptedException {
    try {
      Gap gap = Gap.since(folder);
      int number = folder.notes().nextRun();
      String run = RUN.format(clock.instant()) + "-" + number;
      EarlierRuns earlier = new EarlierRuns(folder, run, stores, log);
      wishes.after(
          folder.notes().firstStart(), isLimited() ? earlier.kept() : new EarlierRuns.Kept(0, 0));
      board.after(earlier);
      earlier.start();
      Optional<Ending> over = wishes.over();
      Ending ending = over.isPresent() ? over.get() : capture(number, run, gap);
      if (over.isPresent()) {
        gap.until(wishes.jobEnd().orElseGet(clock::instant), folder);
      }
      return settle(earlier, ending);
    } catch (IOException | SpoolException e) {
      return Ending.failed("SpoolRefused", e.getMessage());
    }
  }

  private boolean isLimited() {
    NodeCaptureSpec spec = wishes.plan().getSpec();
    return spec.limits().packetsPerNode() != null || spec.limits().bytesPerNode() != null;
  }

  private Ending capture(int number, String run, Gap gap) throws InterruptedException {
    StoreOpener opener = output -> new JobStore(stores.open(output), folder, run, number > 0);
    NodeCapture plan = wishes.plan();
    boolean isOfPods = plan.getSpec().target().pods() != null;
    PodFollower pods = new PodFollower(wishes::pods, new PodNetworks(HostTree.ofNode()), log);
    if (isOfPods) {
      Optional<Ending> over = awaitPods(pods);
      if (over.isPresent()) {
        return over.get();
      }
    }
    CaptureMaker.Run order =
        new CaptureMaker.Run(run, folder.spoolOf(run), wishes.limits(clock.instant()));
    try (CaptureSession session = maker.make(plan, order, opener);
        ManagementServer _ = management(session, order);
        pods) {
      session.whenEnded(
          () -> {
            pods.close();
            captured();
          });
      session.start();
      if (isOfPods) {
        pods.start(session);
        wishes.followedBy(pods);
      }
      folder.note(
          folder.notes().withRun(new CaptureRun(number, session.startedAt().toString(), null)));
      gap.until(session.startedAt(), folder);
      board.capturing(session);
      changed.run();
      log.accept("run %s captures".formatted(run));
      wishes.rule(session, plan.getSpec().filter());
      try {
        return ending(session.run(_ -> {}));
      } finally {
        wishes.released();
        board.closing();
      }
    } catch (CaptureRefusedException e) {
      return Ending.refused(e);
    }
  }

  /** A pod may be listed long before it runs: until then there is nothing to capture. */
  private Optional<Ending> awaitPods(PodFollower pods) throws InterruptedException {
    Optional<Ending> over = wishes.over();
    while (over.isEmpty() && !pods.isAnyThere()) {
      List<String> names = wishes.pods().stream().map(PodRef::name).toList();
      board.waiting(
          names.isEmpty()
              ? "waits for a pod that matches to come to this node"
              : "waits for a pod to run here: " + String.join(", ", names));
      if (wishes.terminated().await(POD_LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.of(Ending.interrupted(true));
      }
      over = wishes.over();
    }
    board.waiting("");
    return over;
  }

  /** Nothing is captured any more; what was captured is delivered. */
  private void captured() {
    folder.note(folder.notes().ended(clock.instant()));
    board.uploading();
    changed.run();
  }

  /** Null where it cannot listen, which is no reason not to capture. */
  private ManagementServer management(CaptureSession session, CaptureMaker.Run run) {
    try {
      return ManagementServer.start(vertx, 0, run.spool(), run.name(), session::status);
    } catch (ManagementException e) {
      log.accept(e.getMessage());
      return null;
    }
  }

  private Ending ending(CaptureResult result) {
    result.notes().forEach(log);
    result.failures().forEach(log);
    Ending ending = Ending.of(result);
    return result.reason() == EndReason.STOPPED && !wishes.isEndWanted()
        ? Ending.interrupted(ending.isDelivered())
        : ending;
  }

  /** Waits for what earlier lives have left; a store that goes on failing is given up. */
  private Ending settle(EarlierRuns earlier, Ending ending) throws InterruptedException {
    long wellAt = System.nanoTime();
    while (!earlier.isOver(LOOK)) {
      if (earlier.trouble().isEmpty()) {
        wellAt = System.nanoTime();
      }
      if (wishes.isGivenUp() || System.nanoTime() - wellAt > PATIENCE.toNanos()) {
        earlier.giveUp();
        break;
      }
    }
    return earlier.isDelivered()
        ? ending
        : ending.undelivered("what an earlier run left was not delivered: " + earlier.trouble());
  }
}
