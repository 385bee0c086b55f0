// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.Door;
import dev.ringtail.operator.testing.OperatorProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator as the process that its image runs. */
class OperatorMainIT {
  private static final int KILLED_BY_SIGTERM = 128 + 15;
  private static final int LOST_LEAD = 1;
  private static final int WRONG_SETTING = 2;

  @TempDir private Path folder;

  @Test
  void shouldBeReadyAndEndInTimeOnSigterm() throws Exception {
    try (Cluster cluster = new Cluster();
        OperatorProcess operator = start(cluster, server(cluster))) {
      operator.await("/readyz", 200);
      assertThat(operator.get("/healthz").statusCode()).isEqualTo(200);
      await().atMost(Cluster.SOON).until(() -> OperatorProcess.POD.equals(leader(cluster)));

      operator.terminate();
      assertThat(operator.exitCode(Duration.ofSeconds(25)))
          .as(operator.log())
          .isEqualTo(KILLED_BY_SIGTERM);
      assertThat(leader(cluster)).as("given back").isEmpty();
    }
  }

  @Test
  void shouldSayWhichSettingIsMissing() throws Exception {
    try (OperatorProcess operator =
        OperatorProcess.start(folder, Map.of("OPERATOR_NAMESPACE", "ringtail-system"))) {
      assertThat(operator.exitCode(Duration.ofMinutes(2))).isEqualTo(WRONG_SETTING);
      assertThat(operator.log()).startsWith("ringtail-operator: OPERATOR_POD is not set: ");
    }
  }

  @Test
  void shouldWaitForTheApiServerAndEndWhenTheLeadIsLost() throws Exception {
    try (Cluster cluster = new Cluster();
        Door door = new Door(server(cluster));
        OperatorProcess operator = start(cluster, door.url())) {
      operator.await("/healthz", 200);
      await()
          .atMost(Cluster.SOON)
          .until(() -> operator.log().contains("does not answer; waiting for it"));
      assertThat(operator.get("/readyz").statusCode()).isEqualTo(503);

      door.open();
      operator.await("/readyz", 200);
      await().atMost(Cluster.SOON).until(() -> OperatorProcess.POD.equals(leader(cluster)));

      door.shut();
      assertThat(operator.exitCode(Duration.ofSeconds(30))).as(operator.log()).isEqualTo(LOST_LEAD);
      assertThat(operator.log()).contains("could not be renewed");
    }
  }

  @Test
  void shouldEndAtOnceWhileItWaitsForTheApiServer() throws Exception {
    try (Cluster cluster = new Cluster();
        Door door = new Door(server(cluster));
        OperatorProcess operator = start(cluster, door.url())) {
      operator.await("/healthz", 200);

      operator.terminate();
      assertThat(operator.exitCode(Duration.ofSeconds(10)))
          .as(operator.log())
          .isEqualTo(KILLED_BY_SIGTERM);
    }
  }

  private OperatorProcess start(Cluster cluster, String server) throws Exception {
    return OperatorProcess.start(folder, OperatorProcess.environment(cluster, server));
  }

  private static String server(Cluster cluster) {
    return cluster.client().getConfiguration().getMasterUrl();
  }

  private static String leader(Cluster cluster) {
    var lease =
        cluster.client().leases().inNamespace(cluster.system()).withName(Leadership.LEASE).get();
    return lease == null ? null : lease.getSpec().getHolderIdentity();
  }
}
