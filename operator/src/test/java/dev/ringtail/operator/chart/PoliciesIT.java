// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.chart;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeInterfaces;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.model.NodeCapturePlan;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.RecordingClient;
import dev.ringtail.operator.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What a user with every right on Ringtail's objects in one namespace, and an agent, may and may
 * not do; decided by a real API server with the chart's policies.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoliciesIT {
  private static final String NODES = "nodes: {names: [a]}";
  private static final String PODS = "pods: {names: [a]}";
  private static final String OPERATOR = RenderedChart.RELEASE + "-operator";
  private static final String AGENT = RenderedChart.RELEASE + "-agent";

  private final List<Resource<?>> made = new ArrayList<>();
  private Cluster cluster;
  private KubernetesClient alice;
  private RecordingClient operator;

  @BeforeAll
  void applyPolicies() {
    cluster = new Cluster();
    RenderedChart chart = RenderedChart.inNamespace(cluster.system());
    for (HasMetadata object :
        chart.of(
            "ClusterRole",
            "Role",
            "ClusterRoleBinding",
            "RoleBinding",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding")) {
      make(object);
    }
    make(
        new ClusterRoleBuilder()
            .withNewMetadata()
            .withName("all-ringtail")
            .endMetadata()
            .withRules(
                new PolicyRuleBuilder()
                    .withApiGroups("ringtail.dev")
                    .withResources("*")
                    .withVerbs("*")
                    .build())
            .build());
    make(
        new RoleBindingBuilder()
            .withNewMetadata()
            .withName("alice")
            .withNamespace(cluster.namespace())
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "all-ringtail")
            .addNewSubject("rbac.authorization.k8s.io", "User", "alice", null)
            .build());
    alice =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(cluster.client().getConfiguration())
                    .withImpersonateUsername("alice")
                    .withImpersonateGroups("system:authenticated")
                    .build())
            .build();
    operator = new RecordingClient(cluster.system(), OPERATOR, null);
    awaitPolicies();
  }

  /** Policies become active some seconds after they are applied. */
  private void awaitPolicies() {
    await()
        .atMost(Cluster.SOON)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> createAs(cluster.client(), plan(), true))
                    .hasMessageContaining("only Ringtail's operator"));
    await()
        .atMost(Cluster.SOON)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> createAs(alice, job("probe", NODES, ""), true))
                    .hasMessageContaining("nodes/capture"));
  }

  @AfterAll
  void removePolicies() {
    made.reversed().forEach(Resource::delete);
    if (operator != null) {
      operator.client().close();
      alice.close();
    }
    if (cluster != null) {
      await()
          .atMost(Cluster.SOON)
          .untilAsserted(
              () ->
                  assertThatCode(() -> createAs(cluster.client(), plan(), true))
                      .doesNotThrowAnyException());
      cluster.close();
    }
  }

  @Test
  void shouldLetAUserOfANamespaceCaptureItsPods() {
    assertThatCode(() -> createAs(alice, job("own", PODS, ""), true)).doesNotThrowAnyException();
  }

  @Test
  void shouldAskForTheRightToCaptureNodes() {
    assertThatThrownBy(() -> createAs(alice, job("nodes", NODES, ""), true))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(
            "target.nodes needs the right to create nodes/capture in the group ringtail.dev for the whole cluster");
  }

  @Test
  void shouldAskForTheRightToReadTheSecretsThatAJobNames() {
    assertThatThrownBy(
            () ->
                createAs(
                    alice, job("s", PODS, ", credentialsSecretRef: {name: other.secret}"), true))
        .hasMessageContaining(
            "output.s3.credentialsSecretRef needs the right to get Secret other.secret in namespace "
                + cluster.namespace());
    assertThatThrownBy(
            () -> createAs(alice, job("c", PODS, ", caBundleSecretRef: {name: other}"), true))
        .hasMessageContaining("output.s3.caBundleSecretRef needs the right to get Secret other");
  }

  @Test
  void shouldNotLetAUserWidenTheFilterOfAJobOnNodes() {
    CaptureJob job = createAs(cluster.client(), job("widen", NODES, ""), false);
    PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);

    assertThatCode(
            () -> alice.resource(job).patch(merge, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> alice.resource(job).patch(merge, "{\"spec\":{\"filter\":{\"chain\":\"eth\"}}}"))
        .hasMessageContaining("nodes/capture");
  }

  @Test
  void shouldKeepPlansAndResultsForTheOperator() {
    assertThatThrownBy(() -> createAs(alice, plan(), true))
        .hasMessageContaining("only Ringtail's operator")
        .hasMessageContaining("may write nodecaptures; create or change a CaptureJob instead");
    CaptureJob job = createAs(alice, job("forged", PODS, ""), false);
    job.setStatus(new CaptureJobStatus(1L, Phase.COMPLETED, List.of(), null, null, null, null));
    assertThatThrownBy(() -> alice.resource(job).updateStatus())
        .hasMessageContaining("may write capturejobs/status");
    assertThatCode(() -> createAs(operator.client(), plan(), true)).doesNotThrowAnyException();
  }

  @Test
  void shouldLetAnAgentReportOfItsOwnNodeOnly() {
    NodeCapture plan = createAs(operator.client(), plan(), false);
    RecordingClient own = new RecordingClient(cluster.system(), AGENT, "node-a");
    RecordingClient other = new RecordingClient(cluster.system(), AGENT, "node-b");
    RecordingClient none = new RecordingClient(cluster.system(), AGENT, null);
    try {
      assertThatCode(() -> report(own.client(), plan)).doesNotThrowAnyException();
      assertThatThrownBy(() -> report(other.client(), plan))
          .hasMessageContaining("only the agent on node node-a may write this status");
      assertThatThrownBy(() -> report(none.client(), plan))
          .hasMessageContaining("only the agent on node node-a may write this status");
      assertThatThrownBy(() -> report(alice, plan))
          .hasMessageContaining("only Ringtail's agents may write the status");
    } finally {
      List.of(own, other, none).forEach(one -> one.client().close());
      operator.client().resource(plan).delete();
    }
  }

  private static void report(KubernetesClient client, NodeCapture plan) {
    AgentDouble.apply(client, plan, AgentDouble.status(Phase.PREPARING));
  }

  private CaptureJob job(String name, String target, String s3) {
    return cluster
        .client()
        .getKubernetesSerialization()
        .unmarshal(
            """
            apiVersion: ringtail.dev/v1alpha1
            kind: CaptureJob
            metadata: {name: %s, namespace: %s}
            spec:
              target: {%s}
              output: {s3: {bucket: captures%s}}
            """
                .formatted(name, cluster.namespace(), target, s3),
            CaptureJob.class);
  }

  private NodeCapture plan() {
    CaptureJob job = job("planned", NODES, "");
    job.getMetadata().setUid("00000000-0000-0000-0000-000000000001");
    NodeCapture plan =
        new NodeCapturePlan(job, null, Optional.empty(), false)
            .of("node-a", new NodePlanTarget(new NodeInterfaces(List.of()), null));
    plan.getMetadata().setOwnerReferences(List.of());
    return plan;
  }

  private static <T extends HasMetadata> T createAs(
      KubernetesClient client, T object, boolean dryRun) {
    return client.resource(object).dryRun(dryRun).create();
  }

  private void make(HasMetadata object) {
    Resource<?> resource = cluster.client().resource(object);
    resource.serverSideApply();
    made.add(resource);
  }
}
