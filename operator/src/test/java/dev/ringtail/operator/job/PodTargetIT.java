// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.crds.v1alpha1.PodRef;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.PodDouble;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** That pods are found, followed as they come and go, and never outside the job's namespace. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PodTargetIT {
  private Cluster cluster;
  private Cluster neighbour;

  @BeforeAll
  void start() {
    cluster = new Cluster();
    neighbour = new Cluster();
    cluster.startOperator();
  }

  @AfterAll
  void end() {
    if (cluster != null) {
      cluster.close();
    }
    if (neighbour != null) {
      neighbour.close();
    }
  }

  @Test
  void shouldWaitForPodsAndFollowThem() {
    String a = cluster.node("pods-a", Map.of());
    String b = cluster.node("pods-b", Map.of());
    Map<String, String> labels = Map.of("app", "checkout");
    PodDouble.running(neighbour, "foreign", b, labels);

    CaptureJob job =
        cluster.apply("follow", "target: {pods: {selector: {matchLabels: {app: checkout}}}}\n");

    assertThat(cluster.awaitReason("follow", ConditionType.AGENTS_READY, "WaitingForPods"))
        .isEqualTo(
            "waits for a running pod that matches app=checkout in namespace "
                + cluster.namespace());
    assertThat(cluster.job("follow").getStatus().phase()).isEqualTo(Phase.PREPARING);

    PodDouble first = PodDouble.running(cluster, "first", a, labels);
    NodeCapture plan = cluster.awaitPlans(job, 1).getFirst();
    assertThat(plan.getSpec().nodeName()).isEqualTo(a);
    assertThat(pods(plan)).containsExactly(new PodRef("first", first.uid()));
    assertThat(plan.getSpec().capture().direction()).isEqualTo(Direction.BOTH);

    new AgentDouble(cluster, job, a).report(Phase.CAPTURING, 1, 0);
    cluster.awaitPhase("follow", Phase.CAPTURING);
    PodDouble second = PodDouble.running(cluster, "second", b, labels);
    cluster.awaitPlans(job, 2);
    first.remove();
    PodDouble third = PodDouble.running(cluster, "third", a, labels);
    await()
        .atMost(Cluster.SOON)
        .untilAsserted(
            () -> {
              assertThat(pods(cluster.plans(job).getFirst()))
                  .containsExactly(new PodRef("third", third.uid()));
              assertThat(pods(cluster.plans(job).getLast()))
                  .containsExactly(new PodRef("second", second.uid()));
            });

    third.remove();
    await()
        .atMost(Cluster.SOON)
        .untilAsserted(() -> assertThat(pods(cluster.plans(job).getFirst())).isEmpty());
    assertThat(cluster.job("follow").getStatus().phase())
        .as("waits for the next one")
        .isEqualTo(Phase.CAPTURING);
  }

  @Test
  void shouldNotTakeTheHostsNetworkForAPods() {
    String node = cluster.node("pods-host", Map.of());
    PodDouble.onHostNetwork(cluster, "host-pod", node, Map.of("app", "host"));

    CaptureJob job = cluster.apply("host", "target: {pods: {names: [host-pod]}}\n");

    assertThat(cluster.awaitReason("host", ConditionType.AGENTS_READY, "WaitingForPods"))
        .contains("pods on the host's network are not captured: host-pod");
    assertThat(cluster.plans(job)).isEmpty();
  }

  private static List<PodRef> pods(NodeCapture plan) {
    return plan.getSpec().target().pods().pods();
  }
}
