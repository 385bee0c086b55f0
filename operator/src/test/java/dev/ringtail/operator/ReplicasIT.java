// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two replicas: one acts, the other takes over; both tell how they are. */
class ReplicasIT {
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void shouldHandOverWhenTheLeaderEnds() throws Exception {
    try (Cluster cluster = clusterThatIsPatient();
        RingtailOperator second = cluster.operator("operator-1", cluster.client())) {
      cluster.startOperator();
      await().atMost(Cluster.SOON).until(() -> cluster.running().isLeading());
      assertThat(get(second, "/readyz")).isEqualTo("503 starting\n");
      second.start();
      assertThat(get(second, "/readyz")).isEqualTo("200 ready\n");
      assertThat(get(second, "/healthz")).isEqualTo("200 well\n");

      String node = cluster.node("replicas", Map.of());
      CaptureJob job =
          cluster.apply("replicas", "target: {nodes: {names: [%s]}}\n".formatted(node));
      cluster.awaitPlans(job, 1);
      new AgentDouble(cluster, job, node).report(Phase.CAPTURING, 7, 1);
      cluster.awaitPhase("replicas", Phase.CAPTURING);
      await()
          .atMost(Cluster.SOON)
          .untilAsserted(
              () ->
                  assertThat(get(cluster.running(), "/metrics"))
                      .contains("ringtail_operator_leader 1.0")
                      .contains("ringtail_jobs{phase=\"Capturing\"} 1.0")
                      .contains(
                          "ringtail_node_capture_packets{job=\"replicas\",namespace=\"%s\",node=\"%s\",state=\"dropped\"} 1.0"
                              .formatted(cluster.namespace(), node))
                      .contains("ringtail_operator_reconciles_total{result=\"ok\"}")
                      .contains("ringtail_operator_reconcile_seconds_bucket{le=\"0.1\"}"));
      assertThat(get(second, "/metrics")).contains("ringtail_operator_leader 0.0");

      long begin = System.nanoTime();
      cluster.stopOperator();
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .as("SIGTERM ends in bounded time")
          .isLessThan(Duration.ofSeconds(15));

      await().atMost(Duration.ofSeconds(8)).until(second::isLeading);
      new AgentDouble(cluster, job, node).report(Phase.COMPLETED, 7, 1);
      cluster.awaitPhase("replicas", Phase.COMPLETED);
      assertThat(cluster.lostLeads()).as("an end that was asked for").isEmpty();
    }
  }

  @Test
  void shouldEndWhenTheLeaseIsSomebodyElses() {
    try (Cluster cluster = new Cluster()) {
      cluster.startOperator();
      await().atMost(Cluster.SOON).until(() -> cluster.running().isLeading());

      Lease lease =
          cluster.client().leases().inNamespace(cluster.system()).withName(Leadership.LEASE).get();
      lease.getSpec().setHolderIdentity("somebody-else");
      lease.getSpec().setRenewTime(ZonedDateTime.now().plusHours(1));
      lease.getMetadata().setResourceVersion(null);
      cluster.client().resource(lease).update();

      await()
          .atMost(Cluster.SOON)
          .untilAsserted(() -> assertThat(cluster.lostLeads()).containsExactly("operator-0"));
      assertThat(cluster.running().isLeading()).isFalse();
    }
  }

  private static Cluster clusterThatIsPatient() {
    Cluster cluster = new Cluster();
    cluster.useDeadlines(Deadlines.DEFAULT);
    return cluster;
  }

  private String get(RingtailOperator operator, String path) throws Exception {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(
                    URI.create("http://localhost:%d%s".formatted(operator.httpPort(), path)))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
