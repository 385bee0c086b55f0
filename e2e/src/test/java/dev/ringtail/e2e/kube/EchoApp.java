// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import dev.ringtail.e2e.Command;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A Deployment {@code echo} with a pod on each worker, which answers HTTP on port 8080. */
record EchoApp(Namespace namespace) {
  static final int PORT = 8080;

  private static final String DEPLOYMENT =
      """
      {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "echo"}, "spec": {
        "replicas": 2, "selector": {"matchLabels": {"app": "echo"}}, "template": {
          "metadata": {"labels": {"app": "echo"}},
          "spec": {"terminationGracePeriodSeconds": 1,
            "affinity": {
              "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                {"matchExpressions": [{"key": "pool", "operator": "Exists"}]}]}},
              "podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
                {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "echo"}}}]}},
            "containers": [{"name": "echo", "image": "ringtail/e2e-lab:1", "imagePullPolicy": "Never",
              "command": ["httpd", "-f", "-p", "%d", "-h", "/data"],
              "readinessProbe": {"tcpSocket": {"port": %d}, "periodSeconds": 1}}]}}}}
      """
          .formatted(PORT, PORT);

  /** One request to each address in turn, numbered from 1, some twenty times a second. */
  private static final String TALK =
      "i=1; while :; do"
          + " for to in %s; do printf \"GET /%s/$i HTTP/1.0\\r\\n\\r\\n\" | nc -w 5 $to %d; done;"
          + " i=$((i+1)); sleep 0.05; done";

  /** Makes the Deployment; its pods start. */
  static EchoApp start(Namespace namespace) {
    Command.Result result = Kubectl.apply(namespace.name(), Kubectl.parse(DEPLOYMENT));
    if (result.exitCode() != 0) {
      throw new AssertionError(result.output());
    }
    return new EchoApp(namespace);
  }

  /** Its pods, once they answer. */
  List<AppPod> pods() {
    namespace.kubectl("rollout", "status", "deployment/echo", "--timeout=60s");
    return namespace
        .get("pods", "-l", "app=echo")
        .path("items")
        .valueStream()
        .map(
            pod ->
                new AppPod(
                    namespace,
                    pod.at("/metadata/name").asText(),
                    new Node(pod.at("/spec/nodeName").asText())))
        .toList();
  }

  /**
   * Lets a pod send requests such as {@code GET /WORD/17} to others for as long as it lives.
   *
   * @param word in each request
   */
  static void talk(AppPod from, String word, AppPod... to) {
    String addresses = Arrays.stream(to).map(AppPod::address).collect(Collectors.joining(" "));
    from.leaveRunning(TALK.formatted(addresses, word, PORT));
  }
}
