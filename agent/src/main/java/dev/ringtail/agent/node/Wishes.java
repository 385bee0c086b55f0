// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.AgentVersion;
import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CaptureSession;
import dev.ringtail.agent.kube.NodeCaptureListener;
import dev.ringtail.agent.kube.UnknownParts;
import dev.ringtail.crds.v1alpha1.DeletionPolicy;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.Limits;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.NodePods;
import dev.ringtail.crds.v1alpha1.PodRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is wanted of this agent now: by the plan, by the object's disappearance, and by signals.
 * Passes it on to the session, if one runs, at once. Safe to use from several threads.
 */
final class Wishes implements NodeCaptureListener {
  private final Clock clock;
  private final UnknownParts unknown;
  private final CountDownLatch terminated = new CountDownLatch(1);
  private NodeCapture plan;
  private boolean isGone;
  private boolean isGivenUp;
  private Optional<CaptureSession> session = Optional.empty();
  private Optional<FilterFollower> follower = Optional.empty();
  private Optional<PodFollower> pods = Optional.empty();
  private Optional<Instant> firstStart = Optional.empty();
  private EarlierRuns.Kept kept = new EarlierRuns.Kept(0, 0);

  /**
   * @param unknown what of the plan cannot be carried out because nobody here knows it
   */
  Wishes(Clock clock, UnknownParts unknown) {
    this.clock = clock;
    this.unknown = unknown;
  }

  /** An older state than the one known, as a watch and an answer may cross, is passed over. */
  @Override
  public void changed(NodeCapture capture) {
    synchronized (this) {
      if (plan != null
          && capture.getMetadata().getGeneration() < plan.getMetadata().getGeneration()) {
        return;
      }
      plan = capture;
      apply();
    }
    follow();
  }

  /** Not under the lock: the kernel may take its time over a filter. */
  private void follow() {
    Optional<FilterFollower> now;
    Filter wanted;
    synchronized (this) {
      now = follower;
      wanted = plan.getSpec().filter();
    }
    now.ifPresent(follows -> follows.follow(wanted));
  }

  @Override
  public synchronized void gone() {
    isGone = true;
    apply();
  }

  /** The process is to end. */
  void terminate() {
    terminated.countDown();
    synchronized (this) {
      apply();
    }
  }

  /** The process is to end now, delivered or not. */
  synchronized void giveUp() {
    isGivenUp = true;
    apply();
  }

  /** Whether deliveries are not to be waited for any more. */
  synchronized boolean isGivenUp() {
    return isGivenUp || isDiscarded();
  }

  /** Whether the capture is to end for good. */
  synchronized boolean isEndWanted() {
    return isGone || plan.getSpec().stop();
  }

  /** Open until the process is to end. */
  CountDownLatch terminated() {
    return terminated;
  }

  boolean isTerminated() {
    return terminated.getCount() == 0;
  }

  synchronized NodeCapture plan() {
    return plan;
  }

  synchronized boolean isGone() {
    return isGone;
  }

  /** Whether nobody wants the data any more. */
  synchronized boolean isDiscarded() {
    return isGone && plan.getSpec().deletionPolicy() == DeletionPolicy.DISCARD;
  }

  /**
   * What earlier lives have used up of the limits.
   *
   * @param start when the first of them began to capture
   */
  synchronized void after(Optional<Instant> start, EarlierRuns.Kept used) {
    firstStart = start;
    kept = used;
  }

  /**
   * From now on this session is told, until {@link #released}.
   *
   * @param filter with which it was made; null: none
   */
  void rule(CaptureSession running, Filter filter) {
    synchronized (this) {
      session = Optional.of(running);
      follower = Optional.of(new FilterFollower(running.filter(), filter));
      apply();
    }
    follow();
  }

  /** Pods that the plan lists now; none where it lists none. */
  synchronized List<PodRef> pods() {
    NodePods listed = plan.getSpec().target().pods();
    return listed == null ? List.of() : listed.pods();
  }

  /** From now on this follower's trouble is told, until {@link #released}. */
  synchronized void followedBy(PodFollower pods) {
    this.pods = Optional.of(pods);
  }

  synchronized void released() {
    session = Optional.empty();
    pods = Optional.empty();
    follower = Optional.empty();
  }

  /** What of the plan cannot be carried out; empty when all is. */
  synchronized String trouble() {
    return Stream.concat(
            follower.stream().map(FilterFollower::trouble), pods.stream().map(PodFollower::trouble))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElseGet(this::passedOver);
  }

  private String passedOver() {
    String parts =
        Stream.of(unknown.fields(), unknown.values())
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return parts.isEmpty()
        ? ""
        : "this agent is %s and passes over what it does not know: %s; run agents of the operator's version"
            .formatted(AgentVersion.TEXT, parts);
  }

  private void apply() {
    session.ifPresent(
        running -> {
          running.changeLimits(limits(running.startedAt()));
          if (isEndWanted() || isTerminated()) {
            running.stop();
          }
          if (isGivenUp()) {
            running.abandonDelivery();
          }
        });
  }

  /** Why there is nothing to capture any more, before a session has even begun. */
  synchronized Optional<Ending> over() {
    NodeCaptureSpec spec = plan.getSpec();
    if (isGone) {
      return Optional.of(Ending.completed("Deleted", "the NodeCapture is gone"));
    }
    if (spec.stop()) {
      return Optional.of(Ending.completed("Stopped", "stopped"));
    }
    if (!clock.instant().isBefore(end(clock.instant()))) {
      return Optional.of(Ending.completed("DurationOver", "duration is over"));
    }
    CapturePlan.Limits left = limits(clock.instant());
    if (left.packets().equals(OptionalLong.of(0))) {
      return Optional.of(Ending.completed("PacketLimit", "packet limit reached"));
    }
    if (left.bytes().equals(OptionalLong.of(0))) {
      return Optional.of(Ending.completed("ByteLimit", "byte limit reached"));
    }
    return Optional.empty();
  }

  /**
   * What is left of the limits for a run.
   *
   * @param start when the run begins, or has begun
   */
  synchronized CapturePlan.Limits limits(Instant start) {
    Limits limits = plan.getSpec().limits();
    return new CapturePlan.Limits(
        Optional.of(Duration.between(start, end(start))),
        limits.packetsPerNode() == null
            ? OptionalLong.empty()
            : OptionalLong.of(Math.max(0, limits.packetsPerNode() - kept.packets())),
        limits.bytesPerNode() == null
            ? OptionalLong.empty()
            : OptionalLong.of(Math.max(0, limits.bytesPerNode().bytes() - kept.bytes())));
  }

  /** The job's deadline; until the operator has set one, the node's own. */
  private Instant end(Instant start) {
    NodeCaptureSpec spec = plan.getSpec();
    return spec.deadline() != null
        ? Instant.parse(spec.deadline())
        : firstStart.orElse(start).plus(spec.limits().duration().duration());
  }

  /** The end of the job's time, for one that has begun; empty before. */
  synchronized Optional<Instant> jobEnd() {
    return plan.getSpec().deadline() == null && firstStart.isEmpty()
        ? Optional.empty()
        : Optional.of(end(clock.instant()));
  }
}
