// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.e2e.Counted;
import dev.ringtail.e2e.Sent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that name nodes. */
class NodeTargetIT extends KindSuite {
  private static final int WANTED = 47001;
  private static final int OTHER = 47002;
  private static final int COUNT = 20_000;

  @Test
  void shouldDeliverWhatWasSentToTwoNodesByNativeXdp(@TempDir Path folder) throws IOException {
    List<Node> nodes = Node.workers();
    Instant applied = Instant.now();
    Job job =
        namespace.apply(
            JobDocument.sample("nodes-xdp")
                .with("filter.chain", "eth/ipv4/udp[dport==" + WANTED + "]"));
    job.awaitCapturing(2);
    System.out.println(new Timeline(job, applied).sentence());

    Sent toFirst = nodes.get(1).flood(nodes.get(0), WANTED, OTHER, COUNT);
    Sent toSecond = nodes.get(0).flood(nodes.get(1), WANTED, OTHER, COUNT);
    JsonNode status = job.stop();

    long wanted = toFirst.toPort(WANTED) + toSecond.toPort(WANTED);
    assertThat(status.at("/counts/captured").asLong()).isEqualTo(wanted);
    assertThat(status.at("/counts/dropped").asLong()).isZero();
    assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("True");
    assertThat(counted(job, nodes.get(0), folder)).isEqualTo(toFirst.toPort(WANTED));
    assertThat(counted(job, nodes.get(1), folder)).isEqualTo(toSecond.toPort(WANTED));
    assertThat(job.nodeCaptures())
        .hasSize(2)
        .allSatisfy(
            node ->
                assertThat(node.at("/status/interfaces/0/point").asText()).isEqualTo("XdpNative"));
    assertThat(namespace.kubectl("get", "capturejob", job.name(), "--no-headers").split(" +"))
        .startsWith(job.name(), "Completed", "2/2", "" + wanted, "0");
    assertThat(namespace.kubectl("describe", "capturejob", job.name()))
        .containsSubsequence("Events:", "Preparing", "Capturing", "Uploading", "Completed");
    String uid = job.uid();
    await("the DaemonSet goes")
        .atMost(Duration.ofSeconds(30))
        .until(() -> Job.daemonSets(uid).isBlank());
  }

  @Test
  void shouldTakeTcInBothDirectionsOnVethsWhereThePointIsLeftToIt(@TempDir Path folder)
      throws IOException {
    List<Node> nodes = Node.workers();
    Job job =
        namespace.apply(
            JobDocument.sample("nodes-auto")
                .without("target.nodes.selector")
                .with("target.nodes.names", nodes.stream().map(Node::name).toList())
                .with("filter.chain", "eth/ipv4/udp[dport==" + WANTED + "]"));
    job.awaitCapturing(2);

    long sent = nodes.get(1).flood(nodes.get(0), WANTED, OTHER, COUNT).toPort(WANTED);
    JsonNode status = job.stop();

    assertThat(status.at("/counts/captured").asLong()).isEqualTo(2 * sent);
    assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("True");
    for (Node node : nodes) {
      assertThat(counted(job, node, folder)).isEqualTo(sent);
    }
    assertThat(job.nodeCaptures())
        .hasSize(2)
        .allSatisfy(
            node -> assertThat(node.at("/status/interfaces/0/point").asText()).isEqualTo("Tc"));
  }

  private static long counted(Job job, Node node, Path folder) throws IOException {
    Counted counted = Store.fetch(job.uid(), node.name(), folder.resolve(node.name()));
    assertThat(counted.byCapinfos()).isEqualTo(counted.packets());
    assertThat(counted.toPort(WANTED)).isEqualTo(counted.packets());
    return counted.packets();
  }
}
