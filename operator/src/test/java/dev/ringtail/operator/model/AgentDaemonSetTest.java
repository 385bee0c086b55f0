// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.operator.testing.Jobs;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Holds the DaemonSet of a job against a file that people have read. */
class AgentDaemonSetTest {
  private static final Path GOLDEN = Path.of("src/test/resources/daemonset.yaml");

  private final AgentDaemonSet daemonSets =
      new AgentDaemonSet(
          new AgentTemplate(
              "ringtail-agent:1",
              "IfNotPresent",
              "ringtail-agent",
              "/var/lib/ringtail",
              new AgentTemplate.Values(
                  List.of(new TolerationBuilder().withOperator("Exists").build()),
                  "high",
                  null,
                  null,
                  null,
                  null)),
          "ringtail-system");

  private final CaptureJob job =
      Jobs.of("shop", "checkout-443", "target: {nodes: {selector: {}}}\n");

  @Test
  void shouldBeWhatPeopleHaveRead() throws IOException {
    DaemonSet made =
        daemonSets.of(
            job, List.of("b", "ip-10-0-1-2.eu-central-1.compute.internal"), Optional.empty());
    String yaml = new KubernetesSerialization().asYaml(made);
    if (Boolean.getBoolean("ringtail.generate")) {
      Files.writeString(GOLDEN, yaml);
    }

    assertThat(GOLDEN).hasContent(yaml);
  }

  @Test
  void shouldNotBeWrittenAgainForTheSameNodesInAnotherOrder() {
    DaemonSet one = daemonSets.of(job, List.of("a", "b"), Optional.empty());
    DaemonSet same = daemonSets.of(job, List.of("b", "a"), Optional.empty());
    DaemonSet more = daemonSets.of(job, List.of("a", "b", "c"), Optional.empty());

    assertThat(hash(same)).isEqualTo(hash(one));
    assertThat(hash(more)).isNotEqualTo(hash(one));
  }

  private static String hash(DaemonSet daemonSet) {
    return daemonSet.getMetadata().getAnnotations().get(AgentDaemonSet.HASH_ANNOTATION);
  }
}
