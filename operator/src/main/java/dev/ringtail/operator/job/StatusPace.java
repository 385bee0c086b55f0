// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows what was written last, which a cache may show late, and bounds how often a status is
 * written that is new in its figures only, whatever the number of nodes that report; what people
 * wait for is written at once. Safe to use from several threads.
 */
final class StatusPace {
  private static final Duration SHORTEST = Duration.ofSeconds(2);

  /** Between two statuses that are new in the counts of nodes, as when a thousand begin. */
  private static final Duration OF_COUNTS = Duration.ofSeconds(1);

  private final Map<String, Written> written = new ConcurrentHashMap<>();

  private record Written(CaptureJobStatus status, Instant at) {}

  /** What is written at once. */
  private record Essence(
      Long generation, Phase phase, String startedAt, String finishedAt, List<String> conditions) {

    static Essence of(CaptureJobStatus status) {
      return new Essence(
          status.observedGeneration(),
          status.phase(),
          status.startedAt(),
          status.finishedAt(),
          status.conditions().stream()
              .map(one -> one.getType() + one.getStatus() + one.getReason())
              .toList());
    }
  }

  /** The job's status as it was written last; as the job has it where nothing was written yet. */
  CaptureJobStatus latest(CaptureJob job) {
    Written last = written.get(job.getMetadata().getUid());
    return last == null ? job.getStatus() : last.status();
  }

  /**
   * How long the status is to wait: not at all, or until it is due for its figures alone; empty
   * when it is as it was written last.
   *
   * @param job with its latest status
   */
  Optional<Duration> wait(CaptureJob job, CaptureJobStatus status, Instant now) {
    CaptureJobStatus before = job.getStatus();
    if (status.equals(before)) {
      return Optional.empty();
    }
    Written last = written.get(job.getMetadata().getUid());
    if (before == null || last == null || !Essence.of(before).equals(Essence.of(status))) {
      return Optional.of(Duration.ZERO);
    }
    Duration pause =
        before.nodes().equals(status.nodes()) ? pace(status.nodes().total()) : OF_COUNTS;
    Duration left = Duration.between(now, last.at().plus(pause));
    return Optional.of(left.isNegative() ? Duration.ZERO : left);
  }

  /** Notes what was written. */
  void note(CaptureJob job, CaptureJobStatus status, Instant now) {
    written.put(job.getMetadata().getUid(), new Written(status, now));
  }

  /** Forgets what was written. */
  void forget(CaptureJob job) {
    written.remove(job.getMetadata().getUid());
  }

  /** Half of the time between two reports of an agent, and no less than two seconds. */
  private static Duration pace(int nodes) {
    Duration half = Duration.ofMillis(nodes * 25L);
    return half.compareTo(SHORTEST) > 0 ? half : SHORTEST;
  }
}
