// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeInterfaces;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.model.NodeCapturePlan;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.Jobs;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** That a plan which the API server refuses ends in a condition with the server's words. */
class RefusedPlanIT {
  private static final String WORDS = "the vault is not to be captured; ask the storage team";

  @Test
  void shouldFailTheNodeAndKeepWhatTheOthersHave() {
    try (Cluster cluster = new Cluster()) {
      List<Resource<?>> policy = policy(cluster);
      try {
        String vault = cluster.node("vault", Map.of());
        String plain = cluster.node("plain", Map.of());
        policy.forEach(Resource::serverSideApply);
        awaitPolicy(cluster, vault);
        cluster.startOperator();
        CaptureJob job =
            cluster.apply(
                "refused", "target: {nodes: {names: [%s, %s]}}\n".formatted(vault, plain));
        cluster.awaitPlans(job, 1);

        assertThat(cluster.awaitReason("refused", ConditionType.AGENTS_READY, "ApiServerRefuses"))
            .startsWith(vault + ": the API server refuses what this job needs there: ")
            .contains(WORDS);
        AgentDouble agent = new AgentDouble(cluster, job, plain);
        agent.report(Phase.CAPTURING, 7, 0);
        agent.report(Phase.COMPLETED, 7, 0);

        cluster.awaitPhase("refused", Phase.FAILED);
        assertThat(cluster.condition("refused", ConditionType.FAILED).getReason())
            .isEqualTo("ApiServerRefuses");
        assertThat(cluster.job("refused").getStatus().counts().delivered()).isEqualTo(7);
      } finally {
        policy.forEach(Resource::delete);
      }
    }
  }

  private static List<Resource<?>> policy(Cluster cluster) {
    var yaml = cluster.client().getKubernetesSerialization();
    return List.of(
        cluster
            .client()
            .resource(
                yaml.unmarshal(
                    """
                    apiVersion: admissionregistration.k8s.io/v1
                    kind: ValidatingAdmissionPolicy
                    metadata: {name: vault}
                    spec:
                      failurePolicy: Fail
                      matchConstraints:
                        namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
                        resourceRules:
                          - {apiGroups: [ringtail.dev], apiVersions: ["*"], operations: [CREATE], resources: [nodecaptures]}
                      validations:
                        - {expression: "!object.spec.nodeName.startsWith('vault')", message: "%s"}
                    """
                        .formatted(cluster.namespace(), WORDS),
                    ValidatingAdmissionPolicy.class)),
        cluster
            .client()
            .resource(
                yaml.unmarshal(
                    """
                    apiVersion: admissionregistration.k8s.io/v1
                    kind: ValidatingAdmissionPolicyBinding
                    metadata: {name: vault}
                    spec: {policyName: vault, validationActions: [Deny]}
                    """,
                    ValidatingAdmissionPolicyBinding.class)));
  }

  /** Policies become active some seconds after they are applied. */
  private static void awaitPolicy(Cluster cluster, String node) {
    NodeCapture plan =
        new NodeCapturePlan(Jobs.named(cluster.namespace(), "probe"), null, Optional.empty(), false)
            .of(node, new NodePlanTarget(new NodeInterfaces(List.of()), null));
    plan.getMetadata().setOwnerReferences(List.of());
    await()
        .atMost(Cluster.SOON)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> cluster.client().resource(plan).dryRun(true).create())
                    .hasMessageContaining(WORDS));
  }
}
