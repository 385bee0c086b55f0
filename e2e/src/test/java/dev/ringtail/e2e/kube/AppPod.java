// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.e2e.Command;
import dev.ringtail.e2e.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A pod of a user's application, which sends traffic when it is told to. */
record AppPod(Namespace namespace, String name, Node node) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String GATEWAY_PROBE = "nc -w 1 %s 9 </dev/null || true";
  private static final int MAC_COLUMN = 3;

  /** Starts one on a node, with the label app. */
  static AppPod start(Namespace namespace, String name, String app, Node node) {
    Command.Result result =
        Kubectl.apply(
            namespace.name(),
            Kubectl.parse(
                """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s", "labels": {"app": "%s"}},
                 "spec": {"nodeName": "%s", "terminationGracePeriodSeconds": 1, "containers": [
                   {"name": "app", "image": "ringtail/e2e-lab:1", "imagePullPolicy": "Never", "command": ["sleep", "infinity"]}]}}
                """
                    .formatted(name, app, node.name())));
    if (result.exitCode() != 0) {
      throw new AssertionError(result.output());
    }
    return new AppPod(namespace, name, node);
  }

  /** Waits until it runs. */
  AppPod running() {
    await(name + " runs")
        .atMost(PATIENCE)
        .until(() -> document().at("/status/phase").asText().equals("Running"));
    return this;
  }

  /** Deletes it at once. */
  void delete() {
    namespace.kubectl("delete", "pod", name, "--grace-period=1");
  }

  String address() {
    return document().at("/status/podIP").asText();
  }

  /** The name of one of its interfaces in statuses and objects. */
  String interfaceNamed(String inside) {
    return name + "/" + inside;
  }

  /** The process id of its container, as its node sees it. */
  String pid() {
    return Container.of(namespace.name(), name).pid();
  }

  /** Sends UDP to a port of another pod, by way of the nodes. */
  long send(AppPod to, int port, int count) {
    exec("sh", "-c", GATEWAY_PROBE.formatted(to.address()));
    return Sent.parse(
            exec(
                "ringtail-flood",
                "--interface",
                "eth0",
                "--dst-mac",
                gateway(),
                "--src-ip",
                address(),
                "--dst-ip",
                to.address(),
                "--port-a",
                "" + port,
                "--share-a",
                "1",
                "--sizes",
                "60-1400",
                "--count",
                "" + count,
                "--pps",
                "5000"))
        .toPort(port);
  }

  /** Starts a script of a shell that goes on when this returns. */
  void leaveRunning(String script) {
    exec("sh", "-c", "{ %s; } </dev/null >/dev/null 2>&1 &".formatted(script));
  }

  private String gateway() {
    return exec("cat", "/proc/net/arp")
        .lines()
        .skip(1)
        .map(line -> line.split(" +")[MAC_COLUMN])
        .filter(mac -> !mac.equals("00:00:00:00:00:00"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " knows no gateway"));
  }

  private String exec(String... words) {
    List<String> all = new ArrayList<>(List.of("exec", name, "--"));
    all.addAll(Arrays.asList(words));
    return namespace.kubectl(all.toArray(String[]::new));
  }

  private JsonNode document() {
    return namespace.get("pod", name);
  }
}
