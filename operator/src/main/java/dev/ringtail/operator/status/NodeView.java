// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known about one node of a job.
 *
 * @param node the node's name
 * @param capture its plan and result; none yet for a node that the job only names
 * @param agent its agent's pod, if there is one
 * @param exists whether the cluster has the node
 * @param taint a taint of the node that agents do not tolerate, if it has one
 * @param refusal what the API server refuses for the node, if it does
 */
public record NodeView(
    String node,
    Optional<NodeCapture> capture,
    Optional<Pod> agent,
    boolean exists,
    Optional<String> taint,
    Optional<Refusal> refusal) {

  /** What the agent has reported, if it has. */
  public Optional<NodeCaptureStatus> report() {
    return capture.map(NodeCapture::getStatus).filter(status -> status.phase() != null);
  }

  /** How far the node is, as its agent says. */
  public Phase phase() {
    return report().map(NodeCaptureStatus::phase).orElse(Phase.PENDING);
  }

  /** Whether the agent has ever captured. */
  public boolean hasCaptured() {
    return report().filter(status -> !status.runs().isEmpty()).isPresent()
        || phase() == Phase.CAPTURING
        || phase() == Phase.UPLOADING;
  }

  /** When the agent reported last: by the API server's clock, as nodes' clocks may differ. */
  public Optional<Instant> reportedAt() {
    return capture
        .flatMap(NodeView::statusWrittenAt)
        .or(() -> report().map(NodeCaptureStatus::lastReportTime))
        .map(Instant::parse);
  }

  private static Optional<String> statusWrittenAt(NodeCapture capture) {
    return Optional.ofNullable(capture.getMetadata().getManagedFields()).orElse(List.of()).stream()
        .filter(entry -> "status".equals(entry.getSubresource()))
        .map(ManagedFieldsEntry::getTime)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder());
  }

  /** When the node's plan was made. */
  public Optional<Instant> plannedAt() {
    return capture.map(one -> one.getMetadata().getCreationTimestamp()).map(Instant::parse);
  }
}
