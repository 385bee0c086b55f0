// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.model.JobNames;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The life of jobs on nodes, from apply to the last trace. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CaptureJobIT {
  private static final Duration SOON = Cluster.SOON;

  private Cluster cluster;

  @BeforeAll
  void start() {
    cluster = new Cluster();
    cluster.startOperator();
  }

  @AfterAll
  void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void shouldCaptureOnTheNodesThatMatchAndEndCompleted() {
    String a = cluster.node("ip-10-0-1-2.eu-central-1.compute.internal", Map.of("pool", "life"));
    String b = cluster.node("b", Map.of("pool", "life"));
    cluster.node("c", Map.of("pool", "other"));

    CaptureJob job =
        cluster.apply(
            "life",
            """
            target: {nodes: {selector: {matchLabels: {pool: life}}, interfaces: ["ens*"]}}
            filter: {chain: "eth/ipv4/tcp[dport==443]"}
            limits: {duration: 60s}
            """);
    cluster.awaitPlans(job, 2);

    List<NodeCapture> plans = cluster.plans(job);
    assertThat(plans).extracting(plan -> plan.getSpec().nodeName()).containsExactly(b, a);
    NodeCapture plan = plans.getFirst();
    assertThat(plan.getSpec().filter().chain()).isEqualTo("eth/ipv4/tcp[dport==443]");
    assertThat(plan.getSpec().target().node().interfaces()).containsExactly("ens*");
    assertThat(plan.getMetadata().getOwnerReferences())
        .singleElement()
        .extracting(OwnerReference::getUid, OwnerReference::getController)
        .containsExactly(job.getMetadata().getUid(), true);

    await().atMost(SOON).until(() -> cluster.daemonSet(job).isPresent());
    DaemonSet daemonSet = cluster.daemonSet(job).orElseThrow();
    assertThat(daemonSet.getMetadata().getOwnerReferences())
        .singleElement()
        .extracting(OwnerReference::getName)
        .isEqualTo("ringtail-operator");
    assertThat(nodesOf(daemonSet)).containsExactly(b, a);
    assertThat(cluster.copied(JobNames.credentials(job), "AWS_SECRET_ACCESS_KEY"))
        .as("trimmed")
        .contains("secret");

    AgentDouble agentA = new AgentDouble(cluster, job, a);
    AgentDouble agentB = new AgentDouble(cluster, job, b);
    agentA.report(Phase.PREPARING);
    cluster.awaitPhase("life", Phase.PREPARING);
    agentA.report(Phase.CAPTURING, 10, 0);
    cluster.awaitPhase("life", Phase.CAPTURING);
    assertThat(cluster.condition("life", ConditionType.AGENTS_READY).getMessage()).contains(b);
    agentB.report(Phase.CAPTURING, 5, 0);
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(cluster.condition("life", ConditionType.AGENTS_READY).getStatus())
                  .isEqualTo("True");
              assertThat(cluster.job("life").getStatus().nodes().summary()).isEqualTo("2/2");
              assertThat(cluster.job("life").getStatus().counts().captured()).isEqualTo(15);
            });
    NodeCapture started = agentA.plan();
    assertThat(
            Duration.between(
                Instant.parse(started.getSpec().startedAt()),
                Instant.parse(started.getSpec().deadline())))
        .isEqualTo(Duration.ofSeconds(60));
    assertThat(agentB.plan().getSpec().deadline()).isEqualTo(started.getSpec().deadline());

    agentA.report(Phase.UPLOADING, 10, 0);
    agentB.report(Phase.COMPLETED, 5, 0);
    cluster.awaitPhase("life", Phase.UPLOADING);
    agentA.report(Phase.COMPLETED, 10, 0);
    cluster.awaitPhase("life", Phase.COMPLETED);

    assertThat(cluster.condition("life", ConditionType.COMPLETE).getStatus()).isEqualTo("True");
    assertThat(cluster.condition("life", ConditionType.UPLOADED).getStatus()).isEqualTo("True");
    assertThat(cluster.condition("life", ConditionType.LOSSLESS).getStatus()).isEqualTo("True");
    assertThat(cluster.condition("life", ConditionType.FAILED).getStatus()).isEqualTo("False");
    assertThat(cluster.job("life").getStatus().finishedAt()).isNotNull();
    await().atMost(SOON).until(() -> cluster.daemonSet(job).isEmpty());
    await()
        .atMost(SOON)
        .until(() -> cluster.copied(JobNames.credentials(job), "AWS_ACCESS_KEY_ID").isEmpty());
    assertThat(cluster.plans(job)).as("results stay").hasSize(2);
    assertThat(cluster.story(job))
        .containsSubsequence("Preparing", "Capturing", "Uploading", "Completed")
        .containsOnlyOnce("Preparing", "Capturing", "Uploading", "Completed");
    assertThat(secretOfTheUser()).isNotNull();
  }

  @Test
  void shouldNeverRunAgainWhatHasFinished() throws InterruptedException {
    String node = cluster.node("again", Map.of());
    CaptureJob job = cluster.apply("again", "target: {nodes: {names: [%s]}}\n".formatted(node));
    cluster.awaitPlans(job, 1);
    AgentDouble agent = new AgentDouble(cluster, job, node);
    agent.report(Phase.CAPTURING, 3, 0);
    cluster.awaitPhase("again", Phase.CAPTURING);
    agent.report(Phase.COMPLETED, 3, 0);
    cluster.awaitPhase("again", Phase.COMPLETED);
    await().atMost(SOON).until(() -> cluster.daemonSet(job).isEmpty());

    cluster.stopOperator();
    cluster.startOperator();
    agent.report(Phase.CAPTURING, 4, 0);
    Thread.sleep(2000);

    assertThat(cluster.job("again").getStatus().phase()).isEqualTo(Phase.COMPLETED);
    assertThat(cluster.daemonSet(job)).isEmpty();
    assertThat(cluster.job("again")).isNotNull();
  }

  @Test
  void shouldStopEarlyAndKeepTheData() {
    String node = cluster.node("stop", Map.of());
    CaptureJob job = cluster.apply("stop", "target: {nodes: {names: [%s]}}\n".formatted(node));
    cluster.awaitPlans(job, 1);
    AgentDouble agent = new AgentDouble(cluster, job, node);
    agent.report(Phase.CAPTURING, 3, 0);
    cluster.awaitPhase("stop", Phase.CAPTURING);

    cluster.patch("stop", "{\"spec\":{\"stop\":true}}");

    await().atMost(SOON).until(() -> agent.plan().getSpec().stop());
    agent.report(Phase.COMPLETED, 3, 0);
    cluster.awaitPhase("stop", Phase.COMPLETED);
    assertThat(cluster.condition("stop", ConditionType.CAPTURING).getReason()).isEqualTo("Stopped");
  }

  @Test
  void shouldRemoveTheJobWhenItsTimeToLiveIsOver() {
    String node = cluster.node("ttl", Map.of());
    CaptureJob job =
        cluster.apply(
            "ttl", "target: {nodes: {names: [%s]}}\nttlSecondsAfterFinished: 2\n".formatted(node));
    cluster.awaitPlans(job, 1);
    new AgentDouble(cluster, job, node).report(Phase.COMPLETED);
    cluster.awaitPhase("ttl", Phase.COMPLETED);

    await().atMost(SOON).until(() -> cluster.job("ttl") == null);
    assertThat(cluster.plans(job)).isEmpty();
  }

  @Test
  void shouldDeliverBeforeADeletedJobGoes() {
    String node = cluster.node("delete", Map.of());
    CaptureJob job = cluster.apply("delete", "target: {nodes: {names: [%s]}}\n".formatted(node));
    cluster.awaitPlans(job, 1);
    AgentDouble agent = new AgentDouble(cluster, job, node);
    agent.report(Phase.CAPTURING, 3, 0);
    cluster.awaitPhase("delete", Phase.CAPTURING);

    cluster.client().resource(job).delete();
    await().atMost(SOON).until(() -> agent.plan().getSpec().stop());
    assertThat(cluster.daemonSet(job)).as("agents deliver").isPresent();
    agent.report(Phase.COMPLETED, 3, 0);

    await().atMost(SOON).until(() -> cluster.job("delete") == null);
    assertThat(cluster.plans(job)).isEmpty();
    assertThat(cluster.daemonSet(job)).isEmpty();
    assertThat(cluster.copied(JobNames.credentials(job), "AWS_ACCESS_KEY_ID")).isEmpty();
    assertThat(secretOfTheUser()).isNotNull();
    assertThat(cluster.story(job)).contains("Stopping");
  }

  @Test
  void shouldLetADeletedJobGoWhenTheGracePeriodIsOver() {
    String node = cluster.node("grace", Map.of());
    CaptureJob job = cluster.apply("grace", "target: {nodes: {names: [%s]}}\n".formatted(node));
    cluster.awaitPlans(job, 1);
    new AgentDouble(cluster, job, node).report(Phase.CAPTURING, 3, 0);
    cluster.awaitPhase("grace", Phase.CAPTURING);

    cluster.client().resource(job).delete();

    await().atMost(Duration.ofSeconds(25)).until(() -> cluster.job("grace") == null);
    assertThat(cluster.daemonSet(job)).isEmpty();
    assertThat(cluster.story(job)).contains("Stopping", "GraceOver");
  }

  @Test
  void shouldRemoveTheAgentsOfAJobThatWentWithoutBeingEnded() {
    String node = cluster.node("orphan", Map.of());
    CaptureJob job = cluster.apply("orphan", "target: {nodes: {names: [%s]}}\n".formatted(node));
    await().atMost(SOON).until(() -> cluster.daemonSet(job).isPresent());
    cluster.stopOperator();
    cluster.patch("orphan", "{\"metadata\":{\"finalizers\":null}}");
    cluster.client().resource(job).delete();
    assertThat(cluster.job("orphan")).isNull();

    cluster.startOperator();

    await().atMost(SOON).until(() -> cluster.daemonSet(job).isEmpty());
    assertThat(cluster.copied(JobNames.credentials(job), "AWS_ACCESS_KEY_ID")).isEmpty();
  }

  @Test
  void shouldNotWaitForADeletedJobThatDiscards() {
    String node = cluster.node("discard", Map.of());
    CaptureJob job =
        cluster.apply(
            "discard", "target: {nodes: {names: [%s]}}\ndeletionPolicy: Discard\n".formatted(node));
    cluster.awaitPlans(job, 1);
    AgentDouble agent = new AgentDouble(cluster, job, node);
    agent.report(Phase.CAPTURING, 3, 0);
    cluster.awaitPhase("discard", Phase.CAPTURING);

    cluster.client().resource(job).delete();

    await().atMost(Duration.ofSeconds(5)).until(() -> cluster.job("discard") == null);
    assertThat(cluster.plans(job)).isEmpty();
  }

  @Test
  void shouldWaitForANodeThatDoesNotMatchYet() {
    CaptureJob job =
        cluster.apply("later", "target: {nodes: {selector: {matchLabels: {pool: later}}}}\n");
    cluster.awaitPhase("later", Phase.PREPARING);
    assertThat(cluster.condition("later", ConditionType.AGENTS_READY))
        .satisfies(
            condition -> {
              assertThat(condition.getReason()).isEqualTo("WaitingForNodes");
              assertThat(condition.getMessage())
                  .isEqualTo("waits for a node that matches pool=later");
            });

    cluster.node("later", Map.of("pool", "later"));

    cluster.awaitPlans(job, 1);
  }

  private static List<String> nodesOf(DaemonSet daemonSet) {
    return daemonSet
        .getSpec()
        .getTemplate()
        .getSpec()
        .getAffinity()
        .getNodeAffinity()
        .getRequiredDuringSchedulingIgnoredDuringExecution()
        .getNodeSelectorTerms()
        .stream()
        .map(term -> term.getMatchFields().getFirst().getValues().getFirst())
        .toList();
  }

  private Object secretOfTheUser() {
    return cluster.client().secrets().inNamespace(cluster.namespace()).withName("s3").get();
  }
}
