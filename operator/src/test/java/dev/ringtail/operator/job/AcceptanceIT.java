// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.model.JobNames;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What keeps a job from being begun, and what of it may change while it runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AcceptanceIT {
  private Cluster cluster;
  private String node;

  @BeforeAll
  void start() {
    cluster = new Cluster();
    cluster.startOperator();
    node = cluster.node("any", Map.of());
  }

  @AfterAll
  void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void shouldPointAtTheFaultOfAFilterAndBeginWhenItIsMended() {
    CaptureJob job = apply("filter", "filter: {chain: \"eth/ipv4/tcp[dprt==443]\"}\n");

    assertThat(cluster.awaitReason("filter", ConditionType.ACCEPTED, "FilterInvalid"))
        .contains("column 14", "eth/ipv4/tcp[dprt==443]", "^");
    assertThat(cluster.job("filter").getStatus().phase()).isEqualTo(Phase.PENDING);
    assertThat(cluster.plans(job)).isEmpty();

    cluster.patch("filter", "{\"spec\":{\"filter\":{\"chain\":\"eth/ipv4/tcp[dport==443]\"}}}");

    assertThat(cluster.awaitPlans(job, 1).getFirst().getSpec().filter().chain())
        .isEqualTo("eth/ipv4/tcp[dport==443]");
    cluster.awaitReason("filter", ConditionType.ACCEPTED, "Accepted");
    finish(job);
  }

  @Test
  void shouldHandOnChangesOfFilterAndLimitsWhileTheJobRuns() {
    CaptureJob job = apply("live", "filter: {pcap: \"tcp port 80\"}\nlimits: {duration: 60s}\n");
    cluster.awaitPlans(job, 1);
    AgentDouble agent = new AgentDouble(cluster, job, node);
    agent.report(Phase.CAPTURING, 1, 0);
    cluster.awaitPhase("live", Phase.CAPTURING);

    cluster.patch(
        "live",
        "{\"spec\":{\"filter\":{\"pcap\":\"tcp port 81\"},\"limits\":{\"packetsPerNode\":5}}}");
    await()
        .atMost(Cluster.SOON)
        .untilAsserted(
            () -> {
              assertThat(agent.plan().getSpec().filter().pcap()).isEqualTo("tcp port 81");
              assertThat(agent.plan().getSpec().limits().packetsPerNode()).isEqualTo(5);
            });

    cluster.patch("live", "{\"spec\":{\"filter\":{\"pcap\":\"tcp prt 82\"}}}");
    cluster.awaitReason("live", ConditionType.ACCEPTED, "FilterInvalid");
    assertThat(agent.plan().getSpec().filter().pcap())
        .as("the one before stays in force")
        .isEqualTo("tcp port 81");
    assertThat(cluster.job("live").getStatus().phase()).isEqualTo(Phase.CAPTURING);
    finish(job);
  }

  @Test
  void shouldWaitForASecretAndForItsKeys() {
    CaptureJob job =
        apply("secret", "output: {s3: {bucket: captures, credentialsSecretRef: {name: late}}}\n");
    assertThat(cluster.awaitReason("secret", ConditionType.ACCEPTED, "SecretMissing"))
        .contains("Secret " + cluster.namespace() + "/late does not exist")
        .contains("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");

    cluster.secret("late", Map.of("AWS_ACCESS_KEY_ID", "id"));
    assertThat(cluster.awaitReason("secret", ConditionType.ACCEPTED, "SecretIncomplete"))
        .contains("has no key AWS_SECRET_ACCESS_KEY");

    cluster.secret("late", Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "x\n"));
    cluster.awaitPlans(job, 1);
    await()
        .atMost(Cluster.SOON)
        .untilAsserted(
            () ->
                assertThat(cluster.copied(JobNames.credentials(job), "AWS_SECRET_ACCESS_KEY"))
                    .contains("x"));
    finish(job);
  }

  @Test
  void shouldAllowTheNodesIdentityOnlyWhereTheValuesDo() {
    apply("foreign", "output: {s3: {bucket: foreign}}\n");
    assertThat(cluster.awaitReason("foreign", ConditionType.ACCEPTED, "AmbientRefused"))
        .contains("namespace " + cluster.namespace() + " and bucket foreign");

    CaptureJob own = apply("own", "output: {s3: {bucket: own}}\n");
    cluster.awaitPlans(own, 1);
    finish(own);
  }

  private CaptureJob apply(String name, String more) {
    return cluster.apply(name, "target: {nodes: {names: [%s]}}\n%s".formatted(node, more));
  }

  /** Frees the node, which takes two jobs at a time. */
  private void finish(CaptureJob job) {
    new AgentDouble(cluster, job, node).report(Phase.COMPLETED, 1, 0);
    cluster.awaitPhase(job.getMetadata().getName(), Phase.COMPLETED);
  }
}
