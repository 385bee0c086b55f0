// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.e2e.Command;
import dev.ringtail.e2e.Counted;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that die while a job captures: what was captured is delivered once, and gaps are said.
 */
class DeathIT extends KindSuite {
  private static final int PORT = 47201;
  private static final int OTHER = 47202;
  private static final int COUNT = 10_000;
  private static final long API_SERVER_AWAY_S = 30;
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final double NS_PER_SECOND = 1e9;

  private final List<Node> nodes = Node.workers();

  private long flood() {
    return nodes.get(1).flood(nodes.get(0), PORT, OTHER, COUNT).toPort(PORT);
  }

  private Job capturing() {
    Job job = namespace.apply(Jobs.onNode(nodes.get(0), PORT));
    job.awaitCapturing(1);
    return job;
  }

  private long delivered(Job job, Path folder) throws IOException {
    Counted counted = Store.fetch(job.uid(), nodes.get(0).name(), folder);
    assertThat(counted.byCapinfos()).isEqualTo(counted.packets());
    return counted.packets();
  }

  @Test
  void shouldLoseNothingByTheDeathOfTheOperator(@TempDir Path folder) throws IOException {
    Job job = capturing();
    long sent = flood();

    Kubectl.ok(
        "-n",
        Helm.NAMESPACE,
        "delete",
        "pod",
        "-l",
        "app.kubernetes.io/name=ringtail-operator",
        "--grace-period=0",
        "--force");
    sent += flood();
    JsonNode status = job.stop();

    assertThat(status.at("/counts/captured").asLong()).isEqualTo(sent);
    assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("True");
    assertThat(delivered(job, folder)).isEqualTo(sent);
  }

  @Test
  void shouldHandOverToTheOtherReplicaWhenTheLeaderIsKilled(@TempDir Path folder)
      throws IOException {
    try {
      Helm.ensureInstalled("operator.replicas=2");
      Job job = capturing();
      long sent = flood();
      String leader = leader();

      Container.of(Helm.NAMESPACE, leader).kill();
      Kubectl.ok("-n", Helm.NAMESPACE, "delete", "pod", leader, "--grace-period=0", "--force");
      long killed = System.nanoTime();
      await("another one leads")
          .atMost(LEASE.plusSeconds(5))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> !leader().equals(leader));
      System.out.printf(
          "leader killed: another one leads after %.1f s%n",
          (System.nanoTime() - killed) / NS_PER_SECOND);
      sent += flood();
      JsonNode status = job.stop();

      assertThat(status.at("/counts/captured").asLong()).isEqualTo(sent);
      assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("True");
      assertThat(delivered(job, folder)).isEqualTo(sent);
    } finally {
      Helm.ensureInstalled();
    }
  }

  private static String leader() {
    return Kubectl.ok(
            "-n",
            Helm.NAMESPACE,
            "get",
            "lease",
            "ringtail-operator",
            "-o",
            "jsonpath={.spec.holderIdentity}")
        .strip();
  }

  @Test
  void shouldResumeAfterTheDeathOfAnAgentAndSayTheGap(@TempDir Path folder) throws IOException {
    Job job = capturing();
    long sent = flood();

    kill(nodes.get(0), "agent.options node");
    job.until("a second run that captures", status -> capturesAgain(job));
    long after = flood();
    JsonNode status = job.stop();
    long delivered = delivered(job, folder);

    JsonNode part = job.nodeCaptures().getFirst().path("status");
    long counted = status.at("/counts/dropped").asLong();
    long estimate = part.at("/gaps/0/receivedEstimate").asLong();
    System.out.printf(
        "agent killed: %d of %d packets delivered; said to be lost: %d, and of those that came in the gap %d%n",
        delivered, sent + after, counted, estimate);
    assertThat(delivered).isBetween(after, sent + after);
    assertThat(sent + after - delivered)
        .as("is said to be lost")
        .isLessThanOrEqualTo(counted + estimate);
    assertThat(status.at("/counts/captured").asLong()).isEqualTo(delivered);
    assertThat(status.at("/counts/delivered").asLong()).isEqualTo(delivered);
    assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("False");
    assertThat(Job.condition(status, "Lossless").path("reason").asText())
        .isEqualTo("AgentRestarted");
    assertThat(part.path("gaps").size()).isEqualTo(1);
  }

  /** What the node says of one moment: the job's counts may still be those of before. */
  private static boolean capturesAgain(Job job) {
    JsonNode status = job.nodeCaptures().getFirst().path("status");
    return status.path("runs").size() == 2 && status.path("phase").asText().equals("Capturing");
  }

  @Test
  void shouldCaptureWhileTheApiServerIsAway(@TempDir Path folder)
      throws IOException, InterruptedException {
    Job job = capturing();
    long sent = flood();
    String mac = nodes.get(0).mac();
    Node controlPlane = Node.controlPlane();

    signal(controlPlane, "kube-apiserver", "STOP");
    try {
      sent += nodes.get(1).floodFromOutside(mac, PORT, OTHER, COUNT).toPort(PORT);
      TimeUnit.SECONDS.sleep(API_SERVER_AWAY_S);
    } finally {
      signal(controlPlane, "kube-apiserver", "CONT");
    }
    await("the API server answers")
        .atMost(Duration.ofSeconds(60))
        .until(() -> Kubectl.run("get", "--raw", "/readyz").exitCode() == 0);
    JsonNode status = job.stop();

    assertThat(status.at("/counts/captured").asLong()).isEqualTo(sent);
    assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("True");
    assertThat(delivered(job, folder)).isEqualTo(sent);
  }

  private static void kill(Node node, String program) {
    signal(node, program, "KILL");
  }

  private static void signal(Node node, String program, String signal) {
    Command.ok("docker", "exec", node.name(), "pkill", "-" + signal, "-f", program);
  }
}
