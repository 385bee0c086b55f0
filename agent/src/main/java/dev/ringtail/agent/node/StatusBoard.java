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
import dev.ringtail.crds.v1alpha1.ConditionType;
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
  private final Supplier<NodeCapture> plan;
  private final Supplier<JobNotes> notes;
  private final Conditions conditions;
  private Optional<EarlierRuns> earlier = Optional.empty();
  private Optional<CaptureSession> session = Optional.empty();
  private Optional<AgentStatus> last = Optional.empty();
  private Optional<Ending> ending = Optional.empty();
  private Phase phase = Phase.PREPARING;

  /**
   * @param plan as it is now
   * @param notes of the job, as they are now
   * @param before conditions that an earlier life has reported
   */
  StatusBoard(
      Clock clock, Supplier<NodeCapture> plan, Supplier<JobNotes> notes, List<Condition> before) {
    this.clock = clock;
    this.plan = plan;
    this.notes = notes;
    this.conditions = new Conditions(clock, before);
  }

  synchronized void after(EarlierRuns runs) {
    earlier = Optional.of(runs);
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
    describe(figures, lives);
    return new NodeCaptureStatus(
        generation(),
        phase,
        conditions.list(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS).toString(),
        agent(),
        counts(figures),
        new InterfaceReport(plan.get().getSpec(), figures, last).list(),
        PlacementSummary.of(last),
        last.map(SpoolReport::of).orElse(null),
        latest(lives.runs()),
        latest(lives.gaps()),
        Conditions.cut(trouble(), LONGEST_ERROR));
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
        .orElse("");
  }

  private void describe(RunFigures figures, JobNotes lives) {
    boolean isCapturing = phase == Phase.CAPTURING;
    set(
        ConditionType.CAPTURING,
        isCapturing,
        ending
            .map(Ending::reason)
            .orElse(isCapturing ? "Capturing" : phase == Phase.UPLOADING ? "Ended" : "Preparing"),
        ending
            .map(Ending::message)
            .orElse(isCapturing ? "packets are captured" : "no packet is captured now"));
    uploaded(figures);
    lossless(figures, lives);
    boolean isComplete = phase == Phase.COMPLETED;
    set(
        ConditionType.COMPLETE,
        isComplete,
        ending.map(Ending::reason).orElse("Running"),
        ending.map(Ending::message).orElse("the capture has not come to its end"));
    boolean isFailed = phase == Phase.FAILED;
    set(
        ConditionType.FAILED,
        isFailed,
        isFailed ? ending.map(Ending::reason).orElse("Failed") : "NoFailure",
        isFailed ? ending.map(Ending::message).orElse("") : "nothing has failed");
  }

  private void uploaded(RunFigures figures) {
    boolean isUploaded = phase.isFinal() && ending.filter(Ending::isDelivered).isPresent();
    String trouble = trouble();
    String reason = isUploaded ? "Delivered" : phase.isFinal() ? "NotDelivered" : "Delivering";
    set(
        ConditionType.UPLOADED,
        isUploaded,
        trouble.isEmpty() || isUploaded || phase.isFinal() ? reason : "StoreTrouble",
        "%d objects with %d packets are in the store%s"
            .formatted(
                figures.objects(),
                figures.at(FunnelTerm.DELIVERED),
                trouble.isEmpty() || isUploaded ? "" : "; " + trouble));
  }

  private void lossless(RunFigures figures, JobNotes lives) {
    Optional<FunnelTerm> worst = worst(figures);
    if (!lives.gaps().isEmpty()) {
      set(
          ConditionType.LOSSLESS,
          false,
          lives.gaps().getFirst().reason(),
          "nothing was captured in %d gaps, and %d packets were lost"
              .formatted(lives.gaps().size(), lost(figures)));
    } else if (worst.isPresent()) {
      String key = worst.get().key();
      set(
          ConditionType.LOSSLESS,
          false,
          Character.toUpperCase(key.charAt(0)) + key.substring(1),
          "%d packets were lost".formatted(lost(figures)));
    } else if (lives.runs().isEmpty()) {
      set(ConditionType.LOSSLESS, null, "NotStarted", "nothing was captured yet");
    } else {
      set(ConditionType.LOSSLESS, true, "NoLoss", "no packet was lost");
    }
  }

  private void set(ConditionType type, Boolean isTrue, String reason, String message) {
    conditions.set(type, isTrue, reason, message, generation());
  }

  private static Optional<FunnelTerm> worst(RunFigures figures) {
    return Stream.of(FunnelTerm.values())
        .filter(term -> term.isLoss() && figures.at(term) > 0)
        .max((a, b) -> Long.compare(figures.at(a), figures.at(b)));
  }

  private static long lost(RunFigures figures) {
    return Stream.of(FunnelTerm.values()).filter(FunnelTerm::isLoss).mapToLong(figures::at).sum();
  }

  private static CaptureCounts counts(RunFigures figures) {
    return new CaptureCounts(
        figures.at(FunnelTerm.SEEN),
        figures.at(FunnelTerm.MATCHED),
        figures.captured(),
        lost(figures),
        figures.at(FunnelTerm.DELIVERED),
        figures.objectBytes(),
        figures.objects());
  }

  private Long generation() {
    return plan.get().getMetadata().getGeneration();
  }

  private static <T> List<T> latest(List<T> all) {
    return all.subList(Math.max(0, all.size() - MOST_LIVES), all.size());
  }

  private static AgentInfo agent() {
    return new AgentInfo(
        AgentVersion.TEXT, KernelRelease.running().text(), "tai", TaiClock.isSynchronized());
  }
}
