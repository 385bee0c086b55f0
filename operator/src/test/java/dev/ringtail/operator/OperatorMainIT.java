// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.operator.testing.Cluster;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator as the process that its image runs. */
class OperatorMainIT {
  private static final int KILLED_BY_SIGTERM = 128 + 15;

  @TempDir private Path folder;

  @Test
  void shouldBeReadyAndEndInTimeOnSigterm() throws Exception {
    try (Cluster cluster = new Cluster()) {
      int port = freePort();
      Process operator = start(environment(cluster, port));
      try {
        await()
            .atMost(Duration.ofMinutes(2))
            .pollInterval(Duration.ofMillis(100))
            .ignoreExceptions()
            .until(() -> get(port, "/readyz") == 200);
        assertThat(get(port, "/healthz")).isEqualTo(200);
        await().atMost(Cluster.SOON).until(() -> "operator-7".equals(leader(cluster)));

        operator.destroy();
        assertThat(operator.waitFor(25, TimeUnit.SECONDS)).as(log()).isTrue();
        assertThat(operator.exitValue()).as(log()).isEqualTo(KILLED_BY_SIGTERM);
        assertThat(leader(cluster)).as("given back").isEmpty();
      } finally {
        operator.destroyForcibly();
      }
    }
  }

  @Test
  void shouldSayWhichSettingIsMissing() throws Exception {
    Process operator = start(Map.of("OPERATOR_NAMESPACE", "ringtail-system"));

    assertThat(operator.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(operator.exitValue()).isEqualTo(2);
    assertThat(log()).startsWith("ringtail-operator: OPERATOR_POD is not set: ");
  }

  @Test
  void shouldEndWhenTheApiServerCannotBeReached() throws Exception {
    try (Cluster cluster = new Cluster()) {
      Map<String, String> environment = environment(cluster, freePort());
      environment.put("KUBERNETES_MASTER", "https://127.0.0.1:" + freePort());
      environment.put("KUBERNETES_REQUEST_RETRY_BACKOFFLIMIT", "1");
      Process operator = start(environment);

      assertThat(operator.waitFor(2, TimeUnit.MINUTES)).as(log()).isTrue();
      assertThat(operator.exitValue()).as(log()).isEqualTo(3);
    }
  }

  private static Map<String, String> environment(Cluster cluster, int port) {
    Config config = cluster.client().getConfiguration();
    return new TreeMap<>(
        Map.of(
            "OPERATOR_NAMESPACE", cluster.system(),
            "OPERATOR_POD", "operator-7",
            "OPERATOR_DEPLOYMENT", "ringtail-operator",
            "RINGTAIL_AGENT_IMAGE", "ringtail-agent:test",
            "RINGTAIL_HTTP_PORT", Integer.toString(port),
            "KUBERNETES_MASTER", config.getMasterUrl(),
            "KUBERNETES_CERTS_CA_FILE", config.getCaCertFile(),
            "KUBERNETES_CERTS_CLIENT_FILE", config.getClientCertFile(),
            "KUBERNETES_CERTS_CLIENT_KEY_FILE", config.getClientKeyFile()));
  }

  private Process start(Map<String, String> environment) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                OperatorMain.class.getName()));
    builder.environment().put("KUBECONFIG", folder.resolve("none").toString());
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  private static String leader(Cluster cluster) {
    var lease =
        cluster.client().leases().inNamespace(cluster.system()).withName(Leadership.LEASE).get();
    return lease == null ? null : lease.getSpec().getHolderIdentity();
  }

  private static int get(int port, String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
