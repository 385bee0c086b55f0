// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.follow;

import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job and its nodes at a moment.
 *
 * @param nodes in the order of their names
 */
public record JobView(CaptureJob job, List<NodeCapture> nodes, Instant at) {
  public JobView {
    nodes = List.copyOf(nodes);
  }

  public String name() {
    return job.getMetadata().getName();
  }

  /** Pending as long as nobody has said anything else. */
  public Phase phase() {
    return job.getStatus() == null || job.getStatus().phase() == null
        ? Phase.PENDING
        : job.getStatus().phase();
  }

  /** Whether an operator has looked at the job. */
  public boolean isSeen() {
    return job.getStatus() != null && job.getStatus().phase() != null;
  }

  public Optional<Condition> condition(ConditionType type) {
    return job.getStatus() == null ? Optional.empty() : type.in(job.getStatus().conditions());
  }

  /** The figures of a node; zeros as long as it has none. */
  static CaptureCounts counts(NodeCapture node) {
    return node.getStatus() == null || node.getStatus().counts() == null
        ? CaptureCounts.ZERO
        : node.getStatus().counts();
  }

  static Phase phase(NodeCapture node) {
    return node.getStatus() == null || node.getStatus().phase() == null
        ? Phase.PENDING
        : node.getStatus().phase();
  }

  /** The figures of all nodes. */
  CaptureCounts total() {
    return nodes.stream().map(JobView::counts).reduce(CaptureCounts.ZERO, CaptureCounts::plus);
  }
}
