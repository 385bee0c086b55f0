// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.control.ControlClient;
import dev.ringtail.agent.control.ControlSocket;
import dev.ringtail.agent.control.Reply;
import dev.ringtail.agent.control.Request;
import dev.ringtail.filter.FilterLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Filters and sets that change while packets come. */
class LiveFilterIT {
  private static final int USAGE = 2;
  private static final int REFUSED = 3;
  private static final Pattern RECEIVED = Pattern.compile("rx_queue_\\d+_xdp_packets: (\\d+)");

  private Path folder;
  private Path spool;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Lab.folder();
    spool =
        folder
            .resolve("a-spool-with-a-name-so-long-that-no-socket-address/could/hold/its/path")
            .resolve("x".repeat(80));
  }

  @AfterEach
  void removeFolder() {
    Command.ok("rm", "-r", folder.toString());
  }

  private AgentProcess capture(Lab lab, String... more) {
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(
        List.of("-i", "rx0", "--output", "dir:" + folder.resolve("out"), "--spool", "" + spool));
    arguments.addAll(List.of("--spool-size", "512Mi", "--segment-size", "16Mi"));
    return AgentProcess.capturing(lab, arguments.toArray(String[]::new));
  }

  /** Runs another command of the agent beside it, and answers what it printed. */
  private String ask(Lab lab, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--spool", spool.toString()));
    try (AgentProcess command = AgentProcess.start(lab, all.toArray(String[]::new))) {
      assertThat(command.exitCode()).as(command.errors()).isZero();
      return command.output();
    }
  }

  private void refused(Lab lab, int code, List<String> words, String... sentences) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of("--spool", spool.toString()));
    try (AgentProcess command = AgentProcess.start(lab, all.toArray(String[]::new))) {
      assertThat(command.exitCode()).as(command.errors()).isEqualTo(code);
      assertThat(command.errors()).contains(sentences).doesNotContain("\tat ");
    }
  }

  /**
   * A million packets a second, as far as the machine makes them, and one filter after the other.
   */
  @Test
  void shouldHaveEachPacketJudgedOnceWhileFiltersAreSwapped() throws Exception {
    String every = "//udp[dport==9]";
    String none = "//udp[dport==10]";
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "--chain", none, "--memory", "64Mi")) {
      CompletableFuture<JsonNode> traffic = CompletableFuture.supplyAsync(() -> pktgen(lab));
      int swaps = 0;
      while (!traffic.isDone()) {
        Request next = new Request.SetFilter(FilterLanguage.CHAIN, swaps % 2 == 0 ? every : none);
        assertThat(ControlClient.ask(spool, next).outcome()).isEqualTo(Reply.Outcome.DONE);
        swaps++;
      }
      long received = received(lab);
      Account account = Account.of(agent.terminate().result(), "rx0");

      System.out.printf(
          "%d swaps under %.0f packets/s: %d received, %d seen, %d filtered, %d matched%n",
          swaps,
          traffic.join().get("pps").asDouble(),
          received,
          account.at("seen"),
          account.at("filtered"),
          account.at("matched"));
      assertThat(swaps).isGreaterThan(1);
      assertThat(account.at("seen")).isEqualTo(received);
      assertThat(account.at("filtered") + account.at("matched")).isEqualTo(received);
      assertThat(account.at("filtered")).isPositive();
      assertThat(account.at("matched")).isPositive();
      assertThat(account.at("tailcall")).isZero();
      Counted counted = Counted.in(folder);
      assertThat(counted.packets()).isEqualTo(account.at("delivered"));
      assertThat(counted.at("sequence", "duplicated")).isZero();
    }
  }

  private static JsonNode pktgen(Lab lab) {
    String json =
        lab.inSender(
            Project.tool("ringtail-pktgen"),
            "--interface",
            "tx0",
            "--dst-mac",
            Lab.RECEIVER_MAC,
            "--pps",
            "1100000",
            "--seconds",
            "3");
    try {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new AssertionError("ringtail-pktgen printed " + json, e);
    }
  }

  /** What the receiving device itself has shown to XDP. */
  private static long received(Lab lab) {
    return RECEIVED
        .matcher(lab.inReceiver("ethtool", "-S", "rx0"))
        .results()
        .mapToLong(match -> Long.parseLong(match.group(1)))
        .sum();
  }

  @Test
  void shouldNameEachFilterWhereItJudged() throws IOException {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            capture(lab, "--chain", "//udp[dport==9000]", "--segment-interval", "1s")) {
      Sent first = lab.flood(0, "--count", "2000", "--pps", "20000");
      Instant before = Instant.now();
      assertThat(ask(lab, "filter", "set", "--pcap", "udp dst port 9001"))
          .contains("every packet is judged by the new filter");
      Instant after = Instant.now();
      Sent second = lab.flood(0, "--count", "3000", "--pps", "20000");
      // The segment that was open at the change is sealed by its age; what comes next has a new
      // one.
      // A file that moves while it is counted is counted again.
      long judged = first.toPort(9000) + second.toPort(9001);
      Awaitility.await()
          .untilAsserted(() -> assertThat(Counted.in(folder).packets()).isEqualTo(judged));
      Sent third = lab.flood(0, "--count", "1000", "--pps", "20000");
      JsonNode result = agent.terminate().result();

      long wanted = first.toPort(9000) + second.toPort(9001) + third.toPort(9001);
      assertThat(Account.of(result, "rx0").at("delivered")).isEqualTo(wanted);
      Counted counted = Counted.in(folder);
      assertThat(counted.toPort(9000)).isEqualTo(first.toPort(9000));
      assertThat(counted.toPort(9001)).isEqualTo(second.toPort(9001) + third.toPort(9001));
      List<Path> files = counted.files();
      assertThat(Command.ok("capinfos", "-I", files.getFirst().toString()))
          .contains("filter (chain): //udp[dport==9000]");
      assertThat(Command.ok("capinfos", "-I", files.getLast().toString()))
          .contains("Filter string = udp dst port 9001")
          .doesNotContain("9000");
      JsonNode filters = manifest().get("runs").get(0).get("filters");
      assertThat(filters).hasSize(2);
      assertThat(filters.get(0).get("language").asText()).isEqualTo("chain");
      assertThat(filters.get(0).get("text").asText()).isEqualTo("//udp[dport==9000]");
      assertThat(filters.get(1).get("language").asText()).isEqualTo("pcap");
      assertThat(Instant.parse(filters.get(1).get("from").asText())).isBetween(before, after);
    }
  }

  private JsonNode manifest() throws IOException {
    try (var files = Files.walk(folder)) {
      Path file = files.filter(path -> path.endsWith("manifest.json")).findFirst().orElseThrow();
      return new ObjectMapper().readTree(file.toFile());
    }
  }

  @Test
  void shouldAskSetsThatChange() throws IOException {
    Path pods = Files.writeString(folder.resolve("pods"), "# of the job\n198.18.0.7\n\nfd00::7\n");
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            capture(
                lab,
                "--chain",
                "//ip[dst in @pods]/udp[dport in @ports]",
                "--set",
                "pods=" + pods)) {
      assertThat(send(lab, "198.18.0.7", agent)).isZero();
      assertThat(ask(lab, "set", "add", "ports", "9000", "9000", "9001"))
          .contains("2 added; set ports holds 2");
      assertThat(send(lab, "198.18.0.7", agent)).isEqualTo(100);
      assertThat(send(lab, "198.18.0.8", agent)).isZero();
      // A prefix makes the hash a trie.
      assertThat(ask(lab, "set", "add", "pods", "198.18.0.8/31", "198.18.0.7"))
          .contains("1 added; set pods holds 3");
      assertThat(send(lab, "198.18.0.9", agent)).isEqualTo(100);
      assertThat(ask(lab, "set", "list", "pods").lines())
          .containsExactly("198.18.0.7", "198.18.0.8/31", "fd00::7");
      assertThat(ask(lab, "set", "del", "pods", "198.18.0.8/31", "10.0.0.1"))
          .contains("1 removed; set pods holds 2");
      assertThat(send(lab, "198.18.0.9", agent)).isZero();
      assertThat(send(lab, "198.18.0.7", agent)).isEqualTo(100);

      refused(lab, USAGE, List.of("set", "add", "pods", "10.0.0.1/8"), "host bits");
      refused(
          lab,
          REFUSED,
          List.of("set", "add", "ports", "10.0.0.1"),
          "10.0.0.1 is an IP address, and the filter looks in @ports for numbers");
      refused(lab, REFUSED, List.of("set", "list", "pod"), "there is no set pod", "pods, ports");
      refused(lab, USAGE, List.of("filter", "set", "eth/tpc"), "did you mean tcp?", "    ^");
      refused(lab, REFUSED, List.of("filter", "set", "eth/vlan"), "ethtool -K rx0 rxvlan off");
      assertThat(agent.terminate().exitCode()).isZero();
      assertThat(spool).doesNotExist();
    }
  }

  /** Packets of a hundred to each port that the capture has matched. */
  private static long send(Lab lab, String address, AgentProcess agent) {
    long before = matched(agent);
    lab.flood(0, "--count", "100", "--dst-ip", address, "--pps", "10000");
    return matched(agent) - before;
  }

  private static long matched(AgentProcess agent) {
    JsonNode earlier = agent.progress();
    Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(10))
        .until(() -> agent.progress() != null && !agent.progress().equals(earlier));
    return agent.progress().get("funnel").get("total").get("matched").asLong();
  }

  @Test
  void shouldBeChangedByNobodyButItsUser() throws IOException {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "--chain", "//udp")) {
      Path socket = spool.resolve(ControlSocket.FILE_NAME);
      assertThat(Files.getPosixFilePermissions(socket))
          .isEqualTo(java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
      Command.ok("chmod", "-R", "o+rx", folder.toString());
      assertThat(Command.ok("stat", "-c", "%a", socket.toString())).startsWith("60");
      agent.terminate().exitCode();
    }
  }

  @Test
  void shouldRefuseSetsThatCannotBeMeant() throws IOException {
    Path ports = Files.writeString(folder.resolve("ports"), "443\nhttp-alt\n");
    Path addresses = Files.writeString(folder.resolve("addresses"), "10.0.0.1\n");
    try (Lab lab = Lab.withPairs(1, 1500)) {
      notStarted(lab, "ports=" + ports, ports + ":2: http-alt");
      notStarted(lab, "ports=" + addresses, "looks in @ports for numbers");
      notStarted(lab, "port=" + ports, "the filter asks @ports");
      notStarted(lab, "ports=/nowhere", "cannot read set /nowhere");
    }
  }

  private void notStarted(Lab lab, String set, String sentence) {
    try (AgentProcess agent =
        AgentProcess.start(
            lab,
            "run",
            "-i",
            "rx0",
            "--output",
            "dir:" + folder,
            "--chain",
            "//tcp[dport in @ports]",
            "--set",
            set)) {
      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(USAGE);
      assertThat(agent.errors()).contains(sentence).doesNotContain("\tat ");
    }
  }
}
