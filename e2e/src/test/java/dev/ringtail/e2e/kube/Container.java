// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.e2e.Command;

/**
 * The one container of a pod, as its node sees it.
 *
 * @param node the node's name
 * @param pid its process id there
 */
record Container(String node, String pid) {
  static Container of(String namespace, String pod) {
    JsonNode document = Kubectl.get("-n", namespace, "pod", pod);
    String node = document.at("/spec/nodeName").asText();
    String id = document.at("/status/containerStatuses/0/containerID").asText();
    String inspected =
        Command.ok(
            "docker",
            "exec",
            node,
            "crictl",
            "inspect",
            "-o",
            "json",
            id.substring(id.lastIndexOf('/') + 1));
    return new Container(node, Kubectl.parse(inspected).at("/info/pid").asText());
  }

  /** Without a word. */
  void kill() {
    Command.ok("docker", "exec", node, "kill", "-KILL", pid);
  }
}
