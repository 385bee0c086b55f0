// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That a node has no more jobs than it may, also over a restart of the operator. */
class QueueIT {
  @Test
  void shouldStartTheThirdJobWhenOneOfTwoHasEnded() {
    try (Cluster cluster = new Cluster()) {
      cluster.startOperator();
      String node = cluster.node("busy", Map.of());
      String spec = "target: {nodes: {names: [%s]}}\n".formatted(node);
      CaptureJob first = cluster.apply("first", spec);
      cluster.awaitPlans(first, 1);
      CaptureJob second = cluster.apply("second", spec);
      cluster.awaitPlans(second, 1);
      cluster.stopOperator();
      cluster.startOperator();

      CaptureJob third = cluster.apply("third", spec);

      String namespace = cluster.namespace();
      assertThat(cluster.awaitReason("third", ConditionType.AGENTS_READY, "Queued"))
          .isEqualTo(
              "waits for its turn on node %s, which takes 2 at a time: %s/first, %s/second; starts when one of them ends"
                  .formatted(node, namespace, namespace));
      assertThat(cluster.job("third").getStatus().phase()).isEqualTo(Phase.PENDING);
      assertThat(cluster.plans(third)).isEmpty();

      new AgentDouble(cluster, first, node).report(Phase.COMPLETED);

      cluster.awaitPlans(third, 1);
      cluster.awaitPhase("third", Phase.PREPARING);
      assertThat(cluster.story(third)).startsWith("Queued", "Preparing");
    }
  }
}
