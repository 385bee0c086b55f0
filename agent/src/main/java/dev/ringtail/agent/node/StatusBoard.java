// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.AgentVersion;
import dev.ringtail.agent.capture.CaptureSession;
import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.kernel.TaiClock;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.crds.v1alpha1.AgentInfo;
import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How this node's part of the job stands, put together from those who know whenever somebody looks.
 * Safe to use from several threads.
 */
final class StatusBoard {
  private static final int LONGEST_ERROR = 1024;
  private static final int MOST_LIVES = 64;

  private final Clock clock;
  private final Wishes wishes;
  private final Supplier<JobNotes> notes;
  private final NodeConditions conditions;
  private Optional<EarlierRuns> earlier = Optional.empty();
  private Optional<CaptureSession> session = Optional.empty();
  private Optional<AgentStatus> last = Optional.empty();
  private Optional<Ending> ending = Optional.empty();
  private Phase phase = Phase.PREPARING;
  private String waiting = "";

  /**
   * @param wishes with the plan as it is now
   * @param notes of the job, as they are now
   * @param before conditions that an earlier life has reported
   */
  StatusBoard(Clock clock, Wishes wishes, Supplier<JobNotes> notes, List<Condition> before) {
    this.clock = clock;
    this.wishes = wishes;
    this.notes = notes;
    this.conditions = new NodeConditions(new Conditions(clock, before));
  }

  synchronized void after(EarlierRuns runs) {
    earlier = Optional.of(runs);
  }

  /** What it waits for before it can capture; empty: for nothing any more. */
  synchronized void waiting(String sentence) {
    waiting = sentence;
  }

  /** It captures. */
  synchronized void capturing(CaptureSession running) {
    session = Optional.of(running);
    phase = Phase.CAPTURING;
  }

  /** The capture is over; the rest is delivered. */
  synchronized void uploading() {
    phase = Phase.UPLOADING;
  }

  /** Looks at the session for the last time. */
  synchronized void closing() {
    last = session.map(CaptureSession::status);
    session = Optional.empty();
  }

  synchronized void ended(Ending how) {
    ending = Optional.of(how);
    phase = how.phase();
  }

  /** The status as it is now. */
  synchronized NodeCaptureStatus read() {
    last = session.map(CaptureSession::status).or(() -> last);
    if (phase == Phase.CAPTURING
        && last.filter(now -> now.phase() == AgentStatus.Phase.DELIVERING).isPresent()) {
      phase = Phase.UPLOADING;
    }
    JobNotes lives = notes.get();
    RunFigures figures = figures();
    NodeCapture plan = wishes.plan();
    String trouble = trouble();
    String unfulfilled = ending.isPresent() ? "" : wishes.trouble();
    conditions.update(
        new Stand(phase, ending, figures, lives, trouble, plan.getMetadata().getGeneration()));
    return new NodeCaptureStatus(
        plan.getMetadata().getGeneration(),
        phase,
        conditions.list(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS).toString(),
        agent(),
        counts(figures),
        new InterfaceReport(plan.getSpec(), figures, last).list(),
        PlacementSummary.of(last),
        last.map(SpoolReport::of).orElse(null),
        latest(lives.runs()),
        latest(lives.gaps()),
        Conditions.cut(unfulfilled.isEmpty() ? trouble : unfulfilled, LONGEST_ERROR));
  }

  private RunFigures figures() {
    return earlier
        .map(EarlierRuns::figures)
        .orElse(RunFigures.NONE)
        .plus(last.map(RunFigures::of).orElse(RunFigures.NONE));
  }

  private String trouble() {
    if (ending.isPresent()) {
      return ending.get().phase() == Phase.FAILED ? ending.get().message() : "";
    }
    return Stream.concat(
            last.stream().map(now -> now.store().trouble()),
            earlier.stream().map(EarlierRuns::trouble))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse(waiting);
  }

  private static CaptureCounts counts(RunFigures figures) {
    return new CaptureCounts(
        figures.at(FunnelTerm.SEEN),
        figures.at(FunnelTerm.MATCHED),
        figures.captured(),
        figures.lost(),
        figures.at(FunnelTerm.DELIVERED),
        figures.objectBytes(),
        figures.objects());
  }

  private static <T> List<T> latest(List<T> all) {
    return all.subList(Math.max(0, all.size() - MOST_LIVES), all.size());
  }

  private static AgentInfo agent() {
    return new AgentInfo(
        AgentVersion.TEXT, KernelRelease.running().text(), "tai", TaiClock.isSynchronized());
  }
}
