// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.crds.v1alpha1.AgentInfo;
import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureGap;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.CaptureRun;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.Drops;
import dev.ringtail.crds.v1alpha1.Funnel;
import dev.ringtail.crds.v1alpha1.InterfaceStatus;
import dev.ringtail.crds.v1alpha1.InterruptStatus;
import dev.ringtail.crds.v1alpha1.JobRef;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.NodeCounts;
import dev.ringtail.crds.v1alpha1.NodeInterfaces;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.crds.v1alpha1.PlacementPolicy;
import dev.ringtail.crds.v1alpha1.PlacementStatus;
import dev.ringtail.crds.v1alpha1.RefusedPoint;
import dev.ringtail.crds.v1alpha1.SpoolStatus;
import dev.ringtail.crds.value.CpuList;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** That a status and a plan come back as they were written, and how they are printed. */
class StatusIT extends DesignJob {
  @Test
  void shouldPrintWhatPeopleLookAtFirst() throws Exception {
    CaptureJob running = job.get();
    running.setStatus(
        new CaptureJobStatus(
            1L,
            Phase.CAPTURING,
            List.of(condition(ConditionType.LOSSLESS)),
            NodeCounts.of(2, 2, 2, 0, 0),
            new CaptureCounts(100, 50, 49, 1, 40, 4000, 2),
            null,
            null));
    client.resource(running).updateStatus();

    HttpClient http = client.getHttpClient();
    String table =
        http.sendAsync(
                http.newHttpRequestBuilder()
                    .uri(
                        client
                            .getMasterUrl()
                            .toURI()
                            .resolve("/apis/ringtail.dev/v1alpha1/namespaces/default/capturejobs"))
                    .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                    .build(),
                String.class)
            .get(30, TimeUnit.SECONDS)
            .body();
    JsonNode rows = new ObjectMapper().readTree(table);

    assertThat(rows.get("columnDefinitions").findValuesAsText("name"))
        .containsExactly(
            "Name", "Phase", "Nodes", "Packets", "Dropped", "Bytes", "Lossless", "Age");
    assertThat(rows.at("/rows/0/cells").toString())
        .startsWith("[\"as-in-the-design\",\"Capturing\",\"2/2\",49,1,4000,\"True\",");
  }

  @Test
  void shouldKeepStatusOfJob() {
    CaptureJobStatus status =
        new CaptureJobStatus(
            1L,
            Phase.CAPTURING,
            List.of(condition(ConditionType.CAPTURING), condition(ConditionType.LOSSLESS)),
            NodeCounts.of(2, 2, 2, 0, 0),
            new CaptureCounts(100, 50, 49, 1, 40, 4000, 2),
            "2026-11-30T12:00:00Z",
            null);
    CaptureJob running = job.get();
    running.setStatus(status);
    client.resource(running).updateStatus();

    assertThat(job.get().getStatus()).isEqualTo(status);
  }

  @Test
  void shouldRefuseTwoConditionsOfOneType() {
    CaptureJob running = job.get();
    running.setStatus(
        new CaptureJobStatus(
            1L,
            Phase.CAPTURING,
            List.of(condition(ConditionType.FAILED), condition(ConditionType.FAILED)),
            null,
            null,
            null,
            null));

    assertThatThrownBy(() -> client.resource(running).updateStatus())
        .hasMessageContaining("status.conditions[1]: Duplicate value");
  }

  @Test
  void shouldKeepPlanAndResultOfNode() {
    NodeCapture plan = plan(job.get());
    NodeCapture node = client.resource(plan).create();
    try {
      NodeCaptureStatus status = status();
      node.setStatus(status);
      client.resource(node).updateStatus();

      NodeCapture kept = client.resource(plan).get();
      assertThat(kept.getSpec()).isEqualTo(plan.getSpec());
      assertThat(kept.getStatus()).isEqualTo(status);
      assertThat(kept.getStatus().interfaces().getFirst().funnel().addsUp()).isTrue();
      assertThatThrownBy(
              () ->
                  client
                      .resource(plan)
                      .patch(
                          PatchContext.of(PatchType.JSON_MERGE),
                          "{\"spec\":{\"nodeName\":\"another\"}}"))
          .hasMessageContaining("nodeName never changes");
    } finally {
      client.resource(plan).delete();
    }
  }

  private static NodeCapture plan(CaptureJob job) {
    NodeCapture plan = new NodeCapture();
    plan.setMetadata(new ObjectMetaBuilder().withNamespace(NAMESPACE).withName("plan").build());
    plan.setSpec(
        new NodeCaptureSpec(
            new JobRef(job.getMetadata().getName(), job.getMetadata().getUid()),
            "ip-10-0-1-2.eu-central-1.compute.internal",
            new NodePlanTarget(new NodeInterfaces(List.of("ens*")), null),
            job.getSpec().filter(),
            job.getSpec().capture(),
            job.getSpec().limits(),
            job.getSpec().placement(),
            job.getSpec().buffer(),
            job.getSpec().output(),
            job.getSpec().deletionPolicy(),
            false,
            "2026-11-30T12:00:00Z",
            "2026-11-30T12:01:00Z"));
    return plan;
  }

  private static NodeCaptureStatus status() {
    Funnel funnel = new Funnel(100, 50, 50, 49, 0, 48, 40, 8, 0, 3, new Drops(1, 0, 0, 0, 0, 1, 0));
    return new NodeCaptureStatus(
        1L,
        Phase.CAPTURING,
        List.of(condition(ConditionType.CAPTURING)),
        "2026-11-30T12:00:02Z",
        new AgentInfo("0.1.0", "6.12.0", "tai", true),
        new CaptureCounts(100, 50, 48, 2, 40, 4000, 2),
        List.of(
            new InterfaceStatus(
                "ens5",
                null,
                CapturePoint.TC,
                Direction.INGRESS,
                List.of(
                    new RefusedPoint(
                        CapturePoint.XDP_NATIVE, "XdpSlotBusy", "program 42 \"cil_from_netdev\"")),
                funnel,
                0L,
                0L)),
        new PlacementStatus(
            PlacementPolicy.SPLIT,
            new CpuList("0-1"),
            new CpuList("2-3"),
            true,
            "one interrupt is managed by the kernel",
            List.of(new InterruptStatus(33, InterruptStatus.State.MANAGED, "0-3", "EPERM"))),
        new SpoolStatus(1L << 32, 800, 1),
        List.of(new CaptureRun(0, "2026-11-30T12:00:00Z", null)),
        List.of(
            new CaptureGap(
                "2026-11-30T11:59:00Z", "2026-11-30T12:00:00Z", "AgentRestarted", 1234L)),
        null);
  }

  private static Condition condition(ConditionType type) {
    return new ConditionBuilder()
        .withType(type.text())
        .withStatus("True")
        .withReason("AsExpected")
        .withMessage("all is well")
        .withLastTransitionTime("2026-11-30T12:00:00Z")
        .withObservedGeneration(1L)
        .build();
  }
}
