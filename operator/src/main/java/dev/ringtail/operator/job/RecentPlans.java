// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The plans that were written last, which the cache may not show yet: without them, each look at a
 * job that comes too soon would write them again. Safe to use from several threads.
 */
final class RecentPlans {
  /** A cache that has not caught up by then shows that somebody has removed the plan. */
  private static final Duration HOLDS = Duration.ofSeconds(10);

  private final Clock clock;
  private final Map<String, Map<String, Written>> byJob = new ConcurrentHashMap<>();

  private record Written(NodeCapture plan, Instant at) {}

  RecentPlans(Clock clock) {
    this.clock = clock;
  }

  /** Notes a plan as the API server has answered it. */
  void note(CaptureJob job, NodeCapture plan) {
    byJob
        .computeIfAbsent(job.getMetadata().getUid(), uid -> new ConcurrentHashMap<>())
        .put(plan.getSpec().nodeName(), new Written(plan, clock.instant()));
  }

  /** Forgets the job's plans. */
  void forget(CaptureJob job) {
    byJob.remove(job.getMetadata().getUid());
  }

  /**
   * The plans as they are by what is known.
   *
   * @param cached by the name of their node
   */
  Map<String, NodeCapture> over(CaptureJob job, Map<String, NodeCapture> cached) {
    Map<String, NodeCapture> plans = new HashMap<>(cached);
    Instant stale = clock.instant().minus(HOLDS);
    Map<String, Written> recent =
        byJob.computeIfAbsent(job.getMetadata().getUid(), uid -> new ConcurrentHashMap<>());
    recent.values().removeIf(written -> written.at().isBefore(stale));
    recent.forEach(
        (node, written) ->
            plans.merge(
                node, written.plan(), (old, now) -> generation(now) > generation(old) ? now : old));
    return plans;
  }

  private static long generation(NodeCapture plan) {
    return plan.getMetadata().getGeneration();
  }
}
