// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import dev.ringtail.crds.v1alpha1.Capture;
import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Drops;
import dev.ringtail.crds.v1alpha1.Funnel;
import dev.ringtail.crds.v1alpha1.InterfaceStatus;
import dev.ringtail.crds.v1alpha1.JobRef;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.NodeCounts;
import dev.ringtail.crds.v1alpha1.NodeInterfaces;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.crds.v1alpha1.RefusedPoint;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes what operator and agents would write of a job. */
public final class PlayedJob {
  private static final PatchContext APPLY =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager("played")
          .withForce(true)
          .build();

  private final KubernetesClient client;
  private final CaptureJob job;

  public PlayedJob(KubernetesClient client, CaptureJob job) {
    this.client = client;
    this.job = job;
  }

  public CaptureJob job() {
    return job;
  }

  /** What the keys of a node's objects begin with. */
  public String prefix(String node) {
    String prefix = job.getSpec().output().s3().prefix();
    return "%s%s/%s-%s/%s/"
        .formatted(
            prefix == null ? "" : prefix + "/",
            job.getMetadata().getNamespace(),
            job.getMetadata().getName(),
            job.getMetadata().getUid().substring(0, 8),
            node);
  }

  /** Puts everything that a node has delivered into the bucket. */
  public void deliver(TestBucket bucket, PlayedNode node) {
    stored(node).forEach(bucket::put);
  }

  /** Everything that a node has delivered, by key. */
  public Map<String, byte[]> stored(PlayedNode node) {
    return node.stored(
        job.getMetadata().getNamespace(),
        job.getMetadata().getName(),
        job.getMetadata().getUid(),
        prefix(node.node()));
  }

  /** Writes the job's status. */
  public void phase(Phase phase, int nodes, List<Condition> conditions) {
    CaptureJob report = new CaptureJob();
    report.setMetadata(named(job.getMetadata().getName()));
    boolean hasStarted = phase.ordinal() >= Phase.CAPTURING.ordinal() && phase != Phase.FAILED;
    report.setStatus(
        new CaptureJobStatus(
            1L,
            phase,
            conditions,
            NodeCounts.of(nodes, nodes, 0, phase == Phase.COMPLETED ? nodes : 0, 0),
            CaptureCounts.ZERO,
            hasStarted ? Instant.now().toString() : null,
            phase.isFinal() ? Instant.now().toString() : null));
    apply(report);
  }

  /** A condition as the operator writes it. */
  public static Condition condition(
      ConditionType type, String status, String reason, String message) {
    return type.after(Optional.empty(), status, reason, message, 1L, Instant.now());
  }

  /** Makes a node's part. */
  public void plan(String node) {
    CaptureJobSpec spec = job.getSpec();
    NodeCapture plan = new NodeCapture();
    plan.setMetadata(
        new ObjectMetaBuilder(named(partName(node)))
            .withLabels(Map.of("ringtail.dev/job-uid", job.getMetadata().getUid()))
            .addNewOwnerReference()
            .withApiVersion(job.getApiVersion())
            .withKind(job.getKind())
            .withName(job.getMetadata().getName())
            .withUid(job.getMetadata().getUid())
            .withController(true)
            .endOwnerReference()
            .build());
    plan.setSpec(
        new NodeCaptureSpec(
            new JobRef(job.getMetadata().getName(), job.getMetadata().getUid()),
            node,
            new NodePlanTarget(new NodeInterfaces(List.of()), null),
            spec.filter(),
            new Capture(null, spec.directionInForce(), null),
            spec.limits(),
            spec.placement(),
            spec.buffer(),
            spec.output(),
            null,
            false,
            null,
            null));
    client.resource(plan).create();
  }

  /** Reports as a node's agent does. */
  public void report(PlayedNode node, Phase phase, long lost) {
    long packets = node.packets();
    Drops drops = new Drops(lost, 0, 0, 0, 0, 0, 0);
    Funnel funnel =
        new Funnel(packets + lost, 0, packets + lost, packets, 0, packets, packets, 0, 0, 0, drops);
    InterfaceStatus seen =
        new InterfaceStatus(
            "eth0",
            null,
            CapturePoint.TC,
            job.getSpec().directionInForce(),
            List.of(
                new RefusedPoint(
                    CapturePoint.XDP_NATIVE, "XdpSlotBusy", "program 42 is there already")),
            funnel,
            0L,
            0L);
    report(
        node.node(),
        phase,
        new CaptureCounts(
            packets + lost,
            packets + lost,
            packets,
            lost,
            packets,
            node.bytes(),
            node.objectCount()),
        List.of(seen),
        null);
  }

  /** Reports that a node has failed. */
  public void fail(String node, String why) {
    report(node, Phase.FAILED, CaptureCounts.ZERO, List.of(), why);
  }

  private void report(
      String node,
      Phase phase,
      CaptureCounts counts,
      List<InterfaceStatus> interfaces,
      String lastError) {
    NodeCapture report = new NodeCapture();
    report.setMetadata(named(partName(node)));
    report.setStatus(
        new NodeCaptureStatus(
            1L,
            phase,
            List.of(),
            Instant.now().toString(),
            null,
            counts,
            interfaces,
            null,
            null,
            List.of(),
            List.of(),
            lastError));
    apply(report);
  }

  private String partName(String node) {
    return job.getMetadata().getName() + "-" + node;
  }

  private ObjectMeta named(String name) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(job.getMetadata().getNamespace())
        .build();
  }

  private void apply(HasMetadata report) {
    client.resource(report).subresource("status").patch(APPLY);
  }
}
