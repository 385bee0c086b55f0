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
  void shouldResumeAfterTheDeathOfAnAgentAndSayTheGap(@TempDir Path folder) throws IOException {
    Job job = capturing();
    long sent = flood();

    kill(nodes.get(0), "agent.options node");
    job.until("a second run that captures", status -> capturesAgain(job));
    sent += flood();
    JsonNode status = job.stop();

    assertThat(delivered(job, folder)).isEqualTo(sent);
    assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("False");
    assertThat(Job.condition(status, "Lossless").path("reason").asText())
        .isEqualTo("AgentRestarted");
    assertThat(job.nodeCaptures().getFirst().at("/status/gaps").size()).isEqualTo(1);
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
