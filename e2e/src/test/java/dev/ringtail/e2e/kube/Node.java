// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import dev.ringtail.e2e.Command;
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

  /** The node of the API server. */
  static Node controlPlane() {
    return new Node(
        Kubectl.ok(
                "get",
                "nodes",
                "-l",
                "node-role.kubernetes.io/control-plane",
                "-o",
                "jsonpath={.items[0].metadata.name}")
            .strip());
  }

  /** Of its interface eth0. */
  String mac() {
    return exec("cat", "/sys/class/net/eth0/address").strip();
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

  /**
   * Sends UDP frames to another node, half of them to each of two ports; to its own address, as it
   * would pass others on.
   */
  Sent flood(Node to, int portA, int portB, int count) {
    List<String> words = new ArrayList<>(List.of(flood(to.mac(), portA, portB, count)));
    words.addAll(List.of("--dst-ip", to.address()));
    return Sent.parse(exec(words.toArray(String[]::new)));
  }

  private String address() {
    return Kubectl.ok("get", "node", name, "-o", "jsonpath={.status.addresses[0].address}").strip();
  }

  /** The same without the API server's help: by the container that is the node. */
  Sent floodFromOutside(String mac, int portA, int portB, int count) {
    List<String> words = new ArrayList<>(List.of("docker", "exec", name, "crictl", "exec", ""));
    words.set(
        5, Command.ok("docker", "exec", name, "crictl", "ps", "-q", "--name", "sender").strip());
    words.addAll(List.of(flood(mac, portA, portB, count)));
    return Sent.parse(Command.ok(words.toArray(String[]::new)));
  }

  private static String[] flood(String mac, int portA, int portB, int count) {
    return new String[] {
      "ringtail-flood",
      "--interface",
      "eth0",
      "--dst-mac",
      mac,
      "--port-a",
      "" + portA,
      "--port-b",
      "" + portB,
      "--count",
      "" + count,
      "--pps",
      "10000"
    };
  }
}
