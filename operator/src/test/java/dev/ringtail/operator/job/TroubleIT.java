// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.PodDouble;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** That whatever keeps a node from capturing is named, and ends the job if it lasts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TroubleIT {
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
  void shouldNameTheNodeWhoseAgentCannotBeScheduledAndEndTheJob() {
    String node = cluster.node("full", Map.of());
    CaptureJob job = jobOn("full", node);
    cluster.awaitPlans(job, 1);
    PodDouble.agent(cluster, job, node)
        .unschedulable("0/3 nodes are available: 1 Insufficient memory.");

    assertThat(cluster.awaitReason("full", ConditionType.AGENTS_READY, "Unschedulable"))
        .isEqualTo(
            node
                + ": the agent cannot be scheduled: 0/3 nodes are available: 1 Insufficient memory.");
    cluster.awaitPhase("full", Phase.FAILED);
    assertThat(cluster.condition("full", ConditionType.FAILED).getReason())
        .isEqualTo("Unschedulable");
    assertThat(cluster.story(job)).containsSubsequence("Preparing", "NodeTrouble", "Failed");
  }

  @Test
  void shouldNameTheImageThatCannotBePulled() {
    String node = cluster.node("pull", Map.of());
    CaptureJob job = jobOn("pull", node);
    cluster.awaitPlans(job, 1);
    PodDouble.agent(cluster, job, node).waiting("ImagePullBackOff", "Back-off pulling image");

    assertThat(cluster.awaitReason("pull", ConditionType.AGENTS_READY, "ImagePull"))
        .isEqualTo(
            node
                + ": the image image:1 cannot be pulled (ImagePullBackOff: Back-off pulling image)");
  }

  @Test
  void shouldNameTheAgentThatHasNeverReported() {
    String node = cluster.node("mute", Map.of());
    CaptureJob job = jobOn("mute", node);
    cluster.awaitPlans(job, 1);
    PodDouble.agent(cluster, job, node).runningSince(Instant.now());

    assertThat(cluster.awaitReason("mute", ConditionType.AGENTS_READY, "AgentSilent"))
        .startsWith(node + ": no report since ");
  }

  @Test
  void shouldNameTheTaintThatKeepsAgentsAway() {
    String node = cluster.node("tainted", Map.of());
    cluster
        .client()
        .nodes()
        .withName(node)
        .edit(
            found ->
                new NodeBuilder(found)
                    .editOrNewSpec()
                    .addNewTaint("NoSchedule", "dedicated", null, "db")
                    .endSpec()
                    .build());
    jobOn("tainted", node);

    assertThat(cluster.awaitReason("tainted", ConditionType.AGENTS_READY, "AgentMissing"))
        .contains(node)
        .contains("dedicated=db:NoSchedule");
  }

  @Test
  void shouldGiveUpANodeThatStopsReportingButKeepWhatTheOthersHave() {
    String good = cluster.node("good", Map.of("pool", "silence"));
    String lost = cluster.node("lost", Map.of("pool", "silence"));
    CaptureJob job =
        cluster.apply("silence", "target: {nodes: {selector: {matchLabels: {pool: silence}}}}\n");
    cluster.awaitPlans(job, 2);
    AgentDouble goodAgent = new AgentDouble(cluster, job, good);
    goodAgent.report(Phase.CAPTURING, 7, 0);
    new AgentDouble(cluster, job, lost).report(Phase.CAPTURING, 5, 0);
    cluster.awaitPhase("silence", Phase.CAPTURING);
    cluster.client().nodes().withName(lost).delete();
    goodAgent.report(Phase.COMPLETED, 7, 0);

    assertThat(cluster.awaitReason("silence", ConditionType.AGENTS_READY, "NodeGone"))
        .startsWith(lost + ": the node has left the cluster");
    cluster.awaitPhase("silence", Phase.FAILED);
    assertThat(cluster.condition("silence", ConditionType.LOSSLESS).getStatus()).isEqualTo("False");
    assertThat(cluster.job("silence").getStatus().counts().delivered()).isEqualTo(12);
    assertThat(cluster.job("silence").getStatus().nodes().failed()).isEqualTo(1);
  }

  @Test
  void shouldSayWhatTheAgentSaysOfItsFailure() {
    String node = cluster.node("broken", Map.of());
    CaptureJob job = jobOn("broken", node);
    cluster.awaitPlans(job, 1);

    new AgentDouble(cluster, job, node)
        .fail("bucket captures at https://s3.example.org: NoSuchBucket");

    cluster.awaitPhase("broken", Phase.FAILED);
    assertThat(cluster.condition("broken", ConditionType.FAILED))
        .satisfies(
            condition -> {
              assertThat(condition.getReason()).isEqualTo("CaptureFailed");
              assertThat(condition.getMessage())
                  .isEqualTo(node + ": bucket captures at https://s3.example.org: NoSuchBucket");
            });
    assertThat(cluster.condition("broken", ConditionType.COMPLETE).getStatus()).isEqualTo("False");
  }

  @Test
  void shouldNameANodeThatIsNotThere() {
    cluster.apply("absent", "target: {nodes: {names: [no-such-node]}}\n");

    assertThat(cluster.awaitReason("absent", ConditionType.AGENTS_READY, "NodeNotFound"))
        .startsWith("no-such-node: the cluster has no node of this name");
  }

  private CaptureJob jobOn(String name, String node) {
    return cluster.apply(name, "target: {nodes: {names: [%s]}}\n".formatted(node));
  }
}
