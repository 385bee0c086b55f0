// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Pods without a cluster: a process each, in a network namespace of its own and in a control group
 * that is named as kubelets do. Their veth devices end in one namespace that stands for the node.
 */
final class PodLab implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String node =
      "rtpod-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
  private final List<Pod> pods = new ArrayList<>();

  PodLab() {
    Command.ok("ip", "netns", "add", node);
    quiet(node);
  }

  private static void quiet(String namespace) {
    Command.ok(
        "ip",
        "netns",
        "exec",
        namespace,
        "sysctl",
        "-qw",
        "net.ipv6.conf.all.disable_ipv6=1",
        "net.ipv6.conf.default.disable_ipv6=1");
  }

  /** A pod that has a name and a uid, and that nothing runs of yet. */
  Pod pod(String name, int interfaces) {
    Pod pod = new Pod(name, interfaces, pods.size());
    pods.add(pod);
    return pod;
  }

  final class Pod {
    final String name;
    final String uid = UUID.randomUUID().toString();
    private final int interfaces;
    private final int number;
    private final String namespace;
    private Process process;
    private Path group;

    private Pod(String name, int interfaces, int number) {
      this.name = name;
      this.interfaces = interfaces;
      this.number = number;
      this.namespace = node + "-" + number;
    }

    /** As a plan lists it. */
    String reference() {
      return "{\"name\": \"%s\", \"uid\": \"%s\"}".formatted(name, uid);
    }

    private String nodeSide(int i) {
      return "p%dn%d".formatted(number, i);
    }

    Pod start() {
      Command.ok("ip", "netns", "add", namespace);
      quiet(namespace);
      for (int i = 0; i < interfaces; i++) {
        Command.ok(
            "ip",
            "link",
            "add",
            "eth" + i,
            "netns",
            namespace,
            "type",
            "veth",
            "peer",
            "name",
            nodeSide(i),
            "netns",
            node);
        Command.ok(
            "ip", "-n", namespace, "link", "set", "eth" + i, "address", Lab.RECEIVER_MAC, "up");
        Command.ok("ip", "-n", node, "link", "set", nodeSide(i), "up");
      }
      try {
        process =
            new ProcessBuilder("ip", "netns", "exec", namespace, "sleep", "600")
                .redirectErrorStream(true)
                .start();
        group =
            Files.createDirectories(hierarchy().resolve("kubepods/burstable/pod" + uid + "/app"));
        Files.writeString(group.resolve("cgroup.procs"), "" + process.pid());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return this;
    }

    /** Sends to the pod. */
    Sent floodIn(int device, String... options) {
      return flood(node, nodeSide(device), options);
    }

    /** Sends from the pod. */
    Sent floodOut(int device, String... options) {
      return flood(namespace, "eth" + device, options);
    }

    private static Sent flood(String namespace, String device, String... options) {
      List<String> words =
          new ArrayList<>(
              List.of("ip", "netns", "exec", namespace, Project.tool("ringtail-flood")));
      words.addAll(List.of("--interface", device));
      words.addAll(List.of(options));
      return Sent.parse(Command.ok(words.toArray(String[]::new)));
    }

    /** All of it goes, as when a pod is deleted. */
    void stop() {
      if (process != null) {
        process.destroyForcibly();
        process.onExit().join();
        process = null;
      }
      Command.run("ip", "netns", "delete", namespace);
      removeGroup();
    }

    private void removeGroup() {
      try {
        if (group != null) {
          Files.deleteIfExists(group);
          Files.deleteIfExists(group.getParent());
          // Where they are a kubelet's, they are not empty, and stay.
          group.getParent().getParent().toFile().delete();
          group.getParent().getParent().getParent().toFile().delete();
          group = null;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A hierarchy in which groups can be made: version 2, or one of version 1. */
  private static Path hierarchy() throws IOException {
    Path root = Path.of("/sys/fs/cgroup");
    if (Files.exists(root.resolve("cgroup.procs"))) {
      return root;
    }
    try (Stream<Path> controllers = Files.list(root)) {
      return controllers
          .filter(folder -> Files.isWritable(folder.resolve("cgroup.procs")))
          .filter(folder -> !folder.endsWith("cpuset"))
          .sorted()
          .findFirst()
          .orElseThrow(() -> new AssertionError("there is no control group hierarchy in " + root));
    }
  }

  @Override
  public void close() {
    pods.forEach(Pod::stop);
    Command.run("ip", "netns", "delete", node);
  }
}
