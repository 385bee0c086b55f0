// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two network namespaces with veth pairs between them: {@code tx0} to {@code rx0} and so on.
 * Nothing else sends there.
 */
final class Lab implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  static final String RECEIVER_MAC = "02:00:00:00:00:99";

  private final String sender;
  private final String receiver;

  private Lab(String sender, String receiver) {
    this.sender = sender;
    this.receiver = receiver;
  }

  /**
   * @param pairs how many veth pairs
   */
  static Lab withPairs(int pairs, int mtu) {
    String name = "rte2e-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
    Lab lab = new Lab(name + "-tx", name + "-rx");
    try {
      for (String namespace : List.of(lab.sender, lab.receiver)) {
        Command.ok("ip", "netns", "add", namespace);
        Command.ok("ip", "-n", namespace, "link", "set", "lo", "up");
        lab.in(
            namespace,
            "sysctl",
            "-qw",
            "net.ipv6.conf.all.disable_ipv6=1",
            "net.ipv6.conf.default.disable_ipv6=1");
      }
      for (int i = 0; i < pairs; i++) {
        lab.addPair(i, mtu);
      }
      return lab;
    } catch (AssertionError e) {
      lab.close();
      throw e;
    }
  }

  private void addPair(int i, int mtu) {
    Command.ok(
        "ip", "link", "add", "tx" + i, "netns", sender, "mtu", "" + mtu, "type", "veth", "peer",
        "name", "rx" + i, "netns", receiver, "mtu", "" + mtu);
    Command.ok("ip", "-n", sender, "link", "set", "tx" + i, "up");
    Command.ok("ip", "-n", receiver, "link", "set", "rx" + i, "address", RECEIVER_MAC, "up");
  }

  /** Gives the ends of the first pair addresses. */
  void address(String senderAddress, String receiverAddress) {
    Command.ok("ip", "-n", sender, "address", "add", senderAddress + "/24", "dev", "tx0");
    Command.ok("ip", "-n", receiver, "address", "add", receiverAddress + "/24", "dev", "rx0");
  }

  /** Removes a pair, as a vanishing NIC would. */
  void removePair(int i) {
    Command.ok("ip", "-n", receiver, "link", "del", "rx" + i);
  }

  private String in(String namespace, String... words) {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    all.addAll(List.of(words));
    return Command.ok(all.toArray(String[]::new));
  }

  /** Runs a program where the packets arrive. */
  String inReceiver(String... words) {
    return in(receiver, words);
  }

  /** Runs a program where packets are sent. */
  String inSender(String... words) {
    return in(sender, words);
  }

  /** Starts a program where packets are sent; whoever starts it ends it. */
  Process startInSender(String... words) throws java.io.IOException {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", sender));
    all.addAll(List.of(words));
    return new ProcessBuilder(all)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The name of the namespace in which packets arrive. */
  String receiver() {
    return receiver;
  }

  /** Sends by {@code ringtail-flood} over a pair and returns when all is sent. */
  Sent flood(int pair, String... options) {
    return flood(sender, "tx" + pair, options);
  }

  /** The other way: from {@code rx0} to {@code tx0} and so on. */
  Sent floodBack(int pair, String... options) {
    return flood(receiver, "rx" + pair, options);
  }

  private Sent flood(String namespace, String networkInterface, String... options) {
    List<String> words = new ArrayList<>();
    words.add(Project.tool("ringtail-flood"));
    words.add("--interface");
    words.add(networkInterface);
    words.addAll(List.of(options));
    return Sent.parse(in(namespace, words.toArray(String[]::new)));
  }

  /** Names of XDP programs on the receiver's interfaces, as {@code bpftool net} shows them. */
  String attached() {
    return inReceiver("bpftool", "-j", "net", "show");
  }

  @Override
  public void close() {
    Command.run("ip", "netns", "delete", sender);
    Command.run("ip", "netns", "delete", receiver);
  }

  /** A folder on a memory file system where there is one, else in the temporary folder. */
  static Path folder() throws java.io.IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory)
        ? Files.createTempDirectory(memory, "rte2e-")
        : Files.createTempDirectory("rte2e-");
  }
}
