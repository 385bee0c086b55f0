// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Plans as an operator writes them that is newer than the agent. */
class UnknownPartsTest {
  private static final String NEWER =
      plan("Tc", "\"queue\": {\"depth\": [1, 2]}", "\"urgent\": true");

  private final UnknownParts unknown = new UnknownParts();
  private final KubernetesSerialization serialization = unknown.serialization();

  @Test
  void shouldPassOverAndNameFieldsThatItDoesNotKnow() {
    NodeCapture plan = serialization.unmarshal(NEWER, NodeCapture.class);

    assertThat(plan.getSpec().nodeName()).isEqualTo("n1");
    assertThat(plan.getSpec().capture().point()).isEqualTo(CapturePoint.TC);
    assertThat(plan.getSpec().stop()).isTrue();
    assertThat(unknown.fields()).isEqualTo("spec.capture.queue, spec.urgent");
    assertThat(unknown.values()).isEmpty();
  }

  @Test
  void shouldDoSoInListsAndWatches() {
    KubernetesResourceList<NodeCapture> list =
        serialization.unmarshal(
            new ByteArrayInputStream(
                "{\"apiVersion\": \"ringtail.dev/v1alpha1\", \"kind\": \"NodeCaptureList\", \"items\": [%s]}"
                    .formatted(NEWER)
                    .getBytes(StandardCharsets.UTF_8)),
            new TypeReference<DefaultKubernetesResourceList<NodeCapture>>() {});
    assertThat(list.getItems()).hasSize(1);
    assertThat(unknown.fields()).isEqualTo("spec.capture.queue, spec.urgent");

    UnknownParts watched = new UnknownParts();
    KubernetesSerialization ofWatch = watched.serialization();
    ofWatch.registerKubernetesResource(NodeCapture.class);
    WatchEvent event =
        ofWatch.unmarshal(
            "{\"type\": \"MODIFIED\", \"object\": %s}".formatted(NEWER), WatchEvent.class);
    assertThat(event.getObject()).isInstanceOf(NodeCapture.class);
    assertThat(watched.fields()).isEqualTo("spec.capture.queue, spec.urgent");
  }

  @Test
  void shouldNameAValueThatItDoesNotKnow() {
    NodeCapture plan =
        serialization.unmarshal(plan("Magic", "\"snapLength\": 96", "\"x\": 1"), NodeCapture.class);

    assertThat(plan.getSpec().capture().snapLength()).isEqualTo(96);
    assertThat(unknown.values()).isEqualTo("spec.capture.point=Magic");
  }

  @Test
  void shouldSayNothingOfWhatOthersWrite() {
    serialization.unmarshal(
        plan("Tc", "\"snapLength\": 96", "\"stop\": true")
            .replace("\"spec\":", "\"status\": {\"mood\": \"good\"}, \"spec\":"),
        NodeCapture.class);

    assertThat(unknown.fields()).isEmpty();
  }

  private static String plan(String point, String ofCapture, String ofSpec) {
    return """
        {"apiVersion": "ringtail.dev/v1alpha1", "kind": "NodeCapture",
         "metadata": {"name": "a", "namespace": "shop", "generation": 1},
         "spec": {"jobRef": {"name": "j", "uid": "u"}, "nodeName": "n1",
           "target": {"node": {"interfaces": ["eth0"]}},
           "capture": {"point": "%s", %s},
           "stop": true, %s}}
        """
        .formatted(point, ofCapture, ofSpec);
  }
}
