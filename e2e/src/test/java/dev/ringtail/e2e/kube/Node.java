// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import dev.ringtail.e2e.Sent;
import java.util.ArrayList;
import java.util.List;

/** A node of the cluster, with a pod of its network from which traffic is sent. */
record Node(String name) {
  /** The two workers, by name. */
  static List<Node> workers() {
    return Kubectl.ok(
            "get",
            "nodes",
            "-l",
            "!node-role.kubernetes.io/control-plane",
            "-o",
            "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}")
        .lines()
        .sorted()
        .map(Node::new)
        .toList();
  }

  /** Runs a program in the node's network. */
  String exec(String... words) {
    String sender =
        Kubectl.ok(
                "-n",
                "lab",
                "get",
                "pods",
                "-l",
                "app=sender",
                "--field-selector",
                "spec.nodeName=" + name,
                "-o",
                "name")
            .strip();
    List<String> all = new ArrayList<>(List.of("-n", "lab", "exec", sender, "--"));
    all.addAll(List.of(words));
    return Kubectl.ok(all.toArray(String[]::new));
  }

  /** Sends UDP frames to another node, half of them to each of two ports. */
  Sent flood(Node to, int portA, int portB, int count) {
    return Sent.parse(
        exec(
            "ringtail-flood",
            "--interface",
            "eth0",
            "--dst-mac",
            to.exec("cat", "/sys/class/net/eth0/address").strip(),
            "--port-a",
            "" + portA,
            "--port-b",
            "" + portB,
            "--count",
            "" + count,
            "--pps",
            "10000"));
  }
}
