// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.follow;

import dev.ringtail.cli.cluster.ClusterException;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Watches a job to its end. */
public final class JobFollower {
  private static final Duration PACE = Duration.ofSeconds(1);
  private static final Duration PATIENCE_WITHOUT_OPERATOR = Duration.ofSeconds(15);
  private static final Duration PATIENCE_WITHOUT_ANSWER = Duration.ofMinutes(2);

  /** Reasons for which a job waits that pass by themselves. */
  private static final Set<String> ORDINARY =
      Set.of("NotAccepted", "AgentsStarting", "AgentsReady", "NotStarted");

  private final Jobs jobs;
  private final FollowDisplay display;
  private final Interrupts interrupts;
  private final Consumer<JobView> onView;

  /**
   * @param onView told of every look at the job
   */
  public JobFollower(
      Jobs jobs, FollowDisplay display, Interrupts interrupts, Consumer<JobView> onView) {
    this.jobs = jobs;
    this.display = display;
    this.interrupts = interrupts;
    this.onView = onView;
  }

  /**
   * Returns when the job has ended. The first Ctrl-C meanwhile stops it.
   *
   * @throws CommandException if the job cannot be carried out, or is gone, or the cluster is
   */
  public JobView follow(CaptureJob created) throws InterruptedException {
    Instant began = Instant.now();
    Instant answered = began;
    boolean isStopped = false;
    while (true) {
      try {
        JobView view = look(created);
        answered = view.at();
        display.show(view);
        onView.accept(view);
        if (view.job().hasEnded()) {
          display.end();
          return view;
        }
        requireAccepted(view);
        explainWaiting(view, began);
        if (interrupts.isPressed() && !isStopped) {
          jobs.stop(created);
          isStopped = true;
          display.notice(
              "stopping job %s; what it has captured is kept and delivered, Ctrl-C again leaves without waiting"
                  .formatted(view.name()));
        }
      } catch (ClusterException e) {
        if (e.kind() != ClusterException.Kind.PASSING
            || Instant.now().isAfter(answered.plus(PATIENCE_WITHOUT_ANSWER))) {
          throw e;
        }
        display.notice(e.getMessage() + "; the job goes on, and is asked about again");
      }
      interrupts.pause(PACE);
    }
  }

  private JobView look(CaptureJob created) {
    String name = created.getMetadata().getName();
    CaptureJob job =
        jobs.find(name)
            .filter(found -> found.getMetadata().getUid().equals(created.getMetadata().getUid()))
            .orElseThrow(
                () ->
                    CommandException.refused(
                        "job %s was deleted while it was followed".formatted(name)));
    List<NodeCapture> nodes = jobs.nodesOf(job);
    return new JobView(job, nodes, Instant.now());
  }

  /**
   * A job that is not accepted waits to be mended; who has just written it learns what is wrong.
   */
  private void requireAccepted(JobView view) {
    Condition accepted = view.condition(ConditionType.ACCEPTED).orElse(null);
    if (accepted == null || !accepted.getStatus().equals("False")) {
      return;
    }
    jobs.delete(view.job());
    throw new CommandException(
        accepted.getReason().equals("FilterInvalid") ? ExitCode.USAGE : ExitCode.REFUSED,
        "job %s is not accepted (%s) and was taken back: %s"
            .formatted(view.name(), accepted.getReason(), accepted.getMessage()),
        null);
  }

  private void explainWaiting(JobView view, Instant began) {
    if (!view.isSeen() && view.at().isAfter(began.plus(PATIENCE_WITHOUT_OPERATOR))) {
      display.notice(
          "no operator has looked at job %s for %d s; kubectl ringtail doctor finds out why"
              .formatted(view.name(), PATIENCE_WITHOUT_OPERATOR.toSeconds()));
    }
    boolean isWaiting = view.phase() == Phase.PENDING || view.phase() == Phase.PREPARING;
    if (isWaiting && !hasFailures(view)) {
      view.condition(ConditionType.AGENTS_READY)
          .filter(condition -> condition.getStatus().equals("False"))
          .filter(condition -> !ORDINARY.contains(condition.getReason()))
          .ifPresent(
              condition -> display.notice(condition.getReason() + ": " + condition.getMessage()));
    }
    view.condition(ConditionType.FAILED)
        .filter(condition -> condition.getStatus().equals("True"))
        .ifPresent(condition -> display.notice(condition.getMessage()));
  }

  /** Named by the condition Failed, and then not once more. */
  private static boolean hasFailures(JobView view) {
    return view.condition(ConditionType.FAILED)
        .filter(condition -> condition.getStatus().equals("True"))
        .isPresent();
  }
}
