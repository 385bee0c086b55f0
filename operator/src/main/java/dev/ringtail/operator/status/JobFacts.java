// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.operator.model.Deadlines;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All that a job's status is made from.
 *
 * @param job the job with its status so far
 * @param verdict whether it can be carried out as it is written
 * @param queue why the job waits for its turn, if it does
 * @param waitingFor what the job waits for while it has no nodes
 * @param nodes its nodes, by name
 * @param deadlines how long to wait for what
 * @param now the time
 */
public record JobFacts(
    CaptureJob job,
    Verdict verdict,
    Optional<String> queue,
    String waitingFor,
    List<NodeView> nodes,
    Deadlines deadlines,
    Instant now) {

  /** The same of a job that may have to wait for its turn. */
  public JobFacts queued(Optional<String> why) {
    return new JobFacts(job, verdict, why, waitingFor, nodes, deadlines, now);
  }

  /** The status so far; one without anything for a new job. */
  public CaptureJobStatus before() {
    return job.getStatus() == null
        ? new CaptureJobStatus(null, null, null, null, null, null, null)
        : job.getStatus();
  }

  /**
   * When the first node began to capture: what the status says already, else the earliest begin
   * that an agent has reported, within the job's life, as nodes' clocks may differ.
   */
  public Optional<Instant> startedAt() {
    if (before().startedAt() != null) {
      return Optional.of(Instant.parse(before().startedAt()));
    }
    Instant created = Instant.parse(job.getMetadata().getCreationTimestamp());
    return nodes.stream()
        .filter(NodeView::hasCaptured)
        .flatMap(node -> node.report().stream())
        .map(this::startOf)
        .min(Comparator.naturalOrder())
        .map(start -> start.isBefore(created) ? created : start.isAfter(now) ? now : start);
  }

  private Instant startOf(NodeCaptureStatus status) {
    return status.runs().stream()
        .map(run -> run.startedAt())
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .min(Comparator.naturalOrder())
        .orElse(now);
  }

  /** When the capture ends on every node, if it has begun. */
  public Optional<Instant> deadline() {
    return startedAt().map(start -> start.plus(job.getSpec().limits().duration().duration()));
  }

  /** Whether the capture has been ended: by {@code stop}, or as its duration is over. */
  public boolean isEnding() {
    return job.getSpec().stop() || deadline().filter(end -> !now.isBefore(end)).isPresent();
  }

  /** What is wrong with nodes, in the order of their names. */
  public List<NodeTrouble> troubles() {
    NodeDiagnosis diagnosis = new NodeDiagnosis(deadlines, nodes.size(), isEnding(), now);
    return nodes.stream().flatMap(node -> diagnosis.of(node).stream()).toList();
  }
}
