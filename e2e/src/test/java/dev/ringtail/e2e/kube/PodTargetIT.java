// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.e2e.Command;
import dev.ringtail.e2e.Counted;
import dev.ringtail.e2e.Sent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that name pods: their own traffic, inside their network namespaces. */
class PodTargetIT extends KindSuite {
  private static final String APP = "checkout";
  private static final int PORT = 47501;
  private static final int COUNT = 2_000;

  private final List<Node> nodes = Node.workers();
  private Namespace neighbours;

  @BeforeEach
  void neighboursAreThere(TestInfo test) {
    neighbours = Namespace.create("other-" + test.getTestMethod().orElseThrow().getName());
  }

  @AfterEach
  void neighboursLeave() {
    neighbours.delete();
  }

  @Test
  void shouldCaptureBothDirectionsOnOneNodeAndAcrossNodesInItsNamespaceOnly(@TempDir Path folder)
      throws IOException {
    AppPod one = AppPod.start(namespace, "one", APP, nodes.get(0));
    AppPod same = AppPod.start(namespace, "same", APP, nodes.get(0));
    AppPod far = AppPod.start(namespace, "far", APP, nodes.get(1));
    AppPod bystander = AppPod.start(namespace, "bystander", "other", nodes.get(0));
    AppPod foreign = AppPod.start(neighbours, "foreign", APP, nodes.get(0));
    List.of(one, same, far, bystander, foreign).forEach(AppPod::running);
    Job job =
        namespace.apply(
            JobDocument.sample("pods")
                .without("output.s3.caBundleSecretRef")
                .with("output.segment.compression", "None")
                .with("filter.chain", "eth/ipv4/udp[dport==" + PORT + "]"));
    awaitInterfaces(job, one, same, far);

    long onNode = one.send(same, PORT, COUNT);
    long across = one.send(far, PORT, COUNT);
    long into = foreign.send(one, PORT, COUNT);
    bystander.send(foreign, PORT, COUNT);
    JsonNode status = job.stop();

    Counted counted = fetch(job, folder);
    assertThat(counted.ofInterface(one.interfaceNamed("eth0"))).isEqualTo(onNode + across + into);
    assertThat(counted.ofInterface(same.interfaceNamed("eth0"))).isEqualTo(onNode);
    assertThat(counted.ofInterface(far.interfaceNamed("eth0"))).isEqualTo(across);
    assertThat(counted.packets()).isEqualTo(2 * onNode + 2 * across + into);
    assertThat(status.at("/counts/captured").asLong()).isEqualTo(counted.packets());
    assertThat(Job.condition(status, "Lossless").path("status").asText()).isEqualTo("True");
  }

  @Test
  void shouldCaptureAPodThatStartsLater(@TempDir Path folder) throws IOException {
    AppPod first = AppPod.start(namespace, "first", APP, nodes.get(0)).running();
    AppPod sender = AppPod.start(namespace, "sender", "other", nodes.get(1)).running();
    Job job = namespace.apply(Jobs.onPods(APP, PORT));
    awaitInterfaces(job, first);
    long before = sender.send(first, PORT, COUNT);

    AppPod late = AppPod.start(namespace, "late", APP, nodes.get(0)).running();
    AppPod elsewhere = AppPod.start(namespace, "elsewhere", APP, nodes.get(1)).running();
    awaitInterfaces(job, late, elsewhere);
    first.delete();
    long after = sender.send(late, PORT, COUNT);
    long there = sender.send(elsewhere, PORT, COUNT);
    job.stop();

    Counted counted = fetch(job, folder);
    assertThat(counted.ofInterface(first.interfaceNamed("eth0"))).isEqualTo(before);
    assertThat(counted.ofInterface(late.interfaceNamed("eth0"))).isEqualTo(after);
    assertThat(counted.ofInterface(elsewhere.interfaceNamed("eth0"))).isEqualTo(there);
  }

  @Test
  void shouldCaptureEveryInterfaceOfAPod(@TempDir Path folder) throws IOException {
    Node node = nodes.get(0);
    AppPod pod = AppPod.start(namespace, "two", APP, node).running();
    AppPod sender = AppPod.start(namespace, "sender", "other", node).running();
    String mac = "02:00:00:00:05:01";
    on(
        node, "ip", "link", "add", "second0", "type", "veth", "peer", "name", "net1", "netns",
        pod.pid());
    on(node, "nsenter", "-t", pod.pid(), "-n", "ip", "link", "set", "net1", "address", mac, "up");
    on(node, "ip", "link", "set", "second0", "up");
    Job job = namespace.apply(Jobs.onPods(APP, PORT));
    awaitInterface(job, pod.interfaceNamed("eth0"));
    awaitInterface(job, pod.interfaceNamed("net1"));

    long first = sender.send(pod, PORT, COUNT);
    long second =
        Sent.parse(
                node.exec(
                    "ringtail-flood",
                    "--interface",
                    "second0",
                    "--dst-mac",
                    mac,
                    "--dst-ip",
                    pod.address(), // Else the pod would pass it on by its first interface.
                    "--port-a",
                    "" + PORT,
                    "--share-a",
                    "1",
                    "--count",
                    "" + COUNT,
                    "--pps",
                    "5000"))
            .toPort(PORT);
    job.stop();

    Counted counted = fetch(job, folder);
    assertThat(counted.ofInterface(pod.interfaceNamed("eth0"))).isEqualTo(first);
    assertThat(counted.ofInterface(pod.interfaceNamed("net1"))).isEqualTo(second);
  }

  private static void on(Node node, String... words) {
    String[] all = new String[words.length + 3];
    all[0] = "docker";
    all[1] = "exec";
    all[2] = node.name();
    System.arraycopy(words, 0, all, 3, words.length);
    Command.ok(all);
  }

  private static void awaitInterfaces(Job job, AppPod... pods) {
    for (AppPod pod : pods) {
      awaitInterface(job, pod.interfaceNamed("eth0"));
    }
  }

  /** Waits until a node says by which point it captures an interface. */
  private static void awaitInterface(Job job, String name) {
    job.until(
        name + " is captured",
        ignored ->
            job.nodeCaptures().stream()
                .flatMap(part -> part.at("/status/interfaces").valueStream())
                .anyMatch(one -> one.path("name").asText().equals(name) && one.has("point")));
  }

  private Counted fetch(Job job, Path folder) throws IOException {
    for (JsonNode part : job.nodeCaptures()) {
      String node = part.at("/spec/nodeName").asText();
      Store.fetch(job.uid(), node, folder.resolve(node));
    }
    Counted counted = Counted.in(folder);
    assertThat(counted.byCapinfos()).isEqualTo(counted.packets());
    return counted;
  }
}
