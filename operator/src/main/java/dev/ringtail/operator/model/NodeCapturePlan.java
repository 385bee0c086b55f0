// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import dev.ringtail.crds.v1alpha1.Capture;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.JobRef;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.Optional;

/** What a job means on each of its nodes; what is the same on all of them is made once. */
public final class NodeCapturePlan {
  private final CaptureJob job;
  private final Filter filter;
  private final Capture capture;
  private final boolean stop;
  private final String startedAt;
  private final String deadline;

  /**
   * @param job the job
   * @param filter the filter in force, which is not the job's if that does not compile
   * @param startedAt when the first node began to capture, if one did
   * @param stop whether the nodes are to end
   */
  public NodeCapturePlan(CaptureJob job, Filter filter, Optional<Instant> startedAt, boolean stop) {
    CaptureJobSpec spec = job.getSpec();
    this.job = job;
    this.filter = filter;
    this.capture =
        new Capture(spec.capture().point(), spec.directionInForce(), spec.capture().snapLength());
    this.stop = stop;
    this.startedAt = startedAt.map(Instant::toString).orElse(null);
    this.deadline =
        startedAt
            .map(start -> start.plus(spec.limits().duration().duration()).toString())
            .orElse(null);
  }

  /** The object of one node as it should be, without status. */
  public NodeCapture of(String node, NodePlanTarget target) {
    NodeCapture capture = new NodeCapture();
    capture.setMetadata(
        new ObjectMetaBuilder()
            .withName(JobNames.nodeCapture(job, node))
            .withNamespace(job.getMetadata().getNamespace())
            .withLabels(JobNames.labels(job))
            .addNewOwnerReference()
            .withApiVersion(job.getApiVersion())
            .withKind(job.getKind())
            .withName(job.getMetadata().getName())
            .withUid(job.getMetadata().getUid())
            .withController(true)
            .endOwnerReference()
            .build());
    capture.setSpec(spec(node, target));
    return capture;
  }

  /** The specification of that object. */
  public NodeCaptureSpec spec(String node, NodePlanTarget target) {
    CaptureJobSpec spec = job.getSpec();
    return new NodeCaptureSpec(
        new JobRef(job.getMetadata().getName(), job.getMetadata().getUid()),
        node,
        target,
        filter,
        capture,
        spec.limits(),
        spec.placement(),
        spec.buffer(),
        spec.output(),
        spec.deletionPolicy(),
        stop,
        startedAt,
        deadline);
  }
}
