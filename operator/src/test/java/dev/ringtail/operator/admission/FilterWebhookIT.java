// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.operator.model.FilterCheck;
import dev.ringtail.operator.testing.Certificate;
import dev.ringtail.operator.testing.Cluster;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a real API server asks the webhook, and what people read when it refuses. */
class FilterWebhookIT {
  @TempDir private Path folder;
  @TempDir private Path renewed;

  @Test
  void shouldAnswerWithTheColumnWhenAJobIsApplied() throws Exception {
    Certificate first = Certificate.make(folder);
    Vertx vertx = Vertx.vertx();
    try (Cluster cluster = new Cluster();
        FilterWebhook webhook =
            new FilterWebhook(vertx, 0, folder, new FilterCheck(), Duration.ofMillis(200))) {
      ValidatingWebhookConfiguration configuration = configuration(webhook.port(), first);
      cluster.client().resource(configuration).serverSideApply();
      try {
        await()
            .atMost(Cluster.SOON)
            .untilAsserted(
                () ->
                    assertThatThrownBy(() -> dryRun(cluster, "chain: \"eth/ipv4/tcp[dprt==443]\""))
                        .hasMessageContaining("spec.filter: filter, line 1, column 14")
                        .hasMessageContaining("did you mean dport?"));
        assertThatCode(() -> dryRun(cluster, "chain: \"eth/ipv4/tcp[dport==443]\""))
            .doesNotThrowAnyException();
        assertThatThrownBy(() -> dryRun(cluster, "pcap: \"-z /tmp/x.sh\""))
            .hasMessageContaining("column 1");

        Certificate second = Certificate.make(renewed);
        for (String name : new String[] {"tls.key", "tls.crt"}) {
          Files.copy(
              renewed.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        cluster.client().resource(configuration(webhook.port(), second)).serverSideApply();
        await()
            .atMost(Cluster.SOON)
            .untilAsserted(
                () ->
                    assertThatThrownBy(() -> dryRun(cluster, "chain: \"eth/ipv5\""))
                        .hasMessageContaining("spec.filter: "));
        assertThat(first.authority()).isNotEqualTo(second.authority());
      } finally {
        cluster.client().resource(configuration).delete();
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static void dryRun(Cluster cluster, String filter) {
    CaptureJob job =
        cluster
            .client()
            .getKubernetesSerialization()
            .unmarshal(
                """
                apiVersion: ringtail.dev/v1alpha1
                kind: CaptureJob
                metadata: {name: webhook, namespace: %s}
                spec:
                  target: {nodes: {names: [a]}}
                  filter: {%s}
                  output: {s3: {bucket: captures, credentialsSecretRef: {name: s3}}}
                """
                    .formatted(cluster.namespace(), filter),
                CaptureJob.class);
    cluster.client().resource(job).dryRun(true).create();
  }

  /** As the chart's, but by address, as there is no Service here. */
  private static ValidatingWebhookConfiguration configuration(int port, Certificate certificate) {
    return new ValidatingWebhookConfigurationBuilder()
        .withNewMetadata()
        .withName("filters-of-a-test")
        .endMetadata()
        .addNewWebhook()
        .withName("filters.ringtail.dev")
        .addNewRule()
        .withApiGroups("ringtail.dev")
        .withApiVersions("v1alpha1")
        .withOperations("CREATE", "UPDATE")
        .withResources("capturejobs")
        .endRule()
        .withNewClientConfig()
        .withUrl("https://localhost:%d%s".formatted(port, FilterWebhook.PATH))
        .withCaBundle(certificate.authority())
        .endClientConfig()
        .withAdmissionReviewVersions("v1")
        .withSideEffects("None")
        .withFailurePolicy("Fail")
        .withTimeoutSeconds(5)
        .endWebhook()
        .build();
  }
}
