// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureRun;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.util.List;

/** Reports as an agent does, by server-side apply of the status, without capturing anything. */
public final class AgentDouble {
  private static final PatchContext AS_AGENT =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager("ringtail-agent")
          .withForce(true)
          .build();

  private final Cluster cluster;
  private final CaptureJob job;
  private final String node;
  private String startedAt;

  /**
   * @param node whose agent is played
   */
  public AgentDouble(Cluster cluster, CaptureJob job, String node) {
    this.cluster = cluster;
    this.job = job;
    this.node = node;
  }

  /** The agent's plan as it is now. */
  public NodeCapture plan() {
    return cluster.plans(job).stream()
        .filter(plan -> plan.getSpec().nodeName().equals(node))
        .findFirst()
        .orElseThrow();
  }

  /** Reports a phase without packets. */
  public void report(Phase phase) {
    report(phase, 0, 0, List.of(), null);
  }

  /** Reports packets, all of them delivered. */
  public void report(Phase phase, long captured, long dropped) {
    report(phase, captured, dropped, List.of(), null);
  }

  /** Reports that the capture has failed. */
  public void fail(String why) {
    report(Phase.FAILED, 0, 0, List.of(), why);
  }

  /** Reports all that an agent can say. */
  public void report(
      Phase phase, long captured, long dropped, List<Condition> conditions, String lastError) {
    String now = Instant.now().toString();
    if (phase == Phase.CAPTURING && startedAt == null) {
      startedAt = now;
    }
    NodeCapture plan = plan();
    apply(
        cluster.client(),
        plan,
        new NodeCaptureStatus(
            plan.getMetadata().getGeneration(),
            phase,
            conditions,
            now,
            null,
            new CaptureCounts(
                captured + dropped,
                captured + dropped,
                captured,
                dropped,
                captured,
                captured * 100,
                captured == 0 ? 0 : 1),
            List.of(),
            null,
            null,
            startedAt == null ? List.of() : List.of(new CaptureRun(0, startedAt, null)),
            List.of(),
            lastError));
  }

  /** A report that says no more than the phase. */
  public static NodeCaptureStatus status(Phase phase) {
    return new NodeCaptureStatus(
        1L,
        phase,
        List.of(),
        Instant.now().toString(),
        null,
        CaptureCounts.ZERO,
        List.of(),
        null,
        null,
        List.of(),
        List.of(),
        null);
  }

  /** Writes the status of a plan with the rights of the client. */
  public static void apply(KubernetesClient client, NodeCapture plan, NodeCaptureStatus status) {
    NodeCapture report = new NodeCapture();
    report.setMetadata(
        new ObjectMetaBuilder()
            .withName(plan.getMetadata().getName())
            .withNamespace(plan.getMetadata().getNamespace())
            .build());
    report.setStatus(status);
    client.resource(report).subresource("status").patch(AS_AGENT);
  }
}
