// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Captures on veth pairs: what was sent is what the objects hold, and the accounts balance. */
class CaptureIT {
  private static final String SPOOL = "512Mi";
  private static final long MILLISECOND_NS = 1_000_000;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Lab.folder();
  }

  @AfterEach
  void removeFolder() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** With settings that keep the tests small, unless a test has its own. */
  private AgentProcess capture(Lab lab, String... more) {
    List<String> arguments = new ArrayList<>(List.of(more));
    Map.of(
            "--output",
            "dir:" + folder,
            "--spool-size",
            SPOOL,
            "--segment-size",
            "16Mi",
            "--memory",
            "32Mi")
        .forEach(
            (option, value) -> {
              if (!arguments.contains(option)) {
                arguments.addAll(List.of(option, value));
              }
            });
    return AgentProcess.capturing(lab, arguments.toArray(String[]::new));
  }

  @Test
  void shouldDeliverExactlyTheMatchingPackets() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--pcap", "udp dst port 9000")) {
      Sent sent = lab.flood(0, "--count", "200000", "--pps", "60000", "--sizes", "60-1514");
      JsonNode result = agent.terminate().result();

      assertThat(agent.exitCode()).isZero();
      Account account = Account.of(result, "rx0");
      assertThat(account.at("seen")).isEqualTo(sent.packets());
      assertThat(account.at("delivered")).isEqualTo(sent.toPort(9000));
      Counted counted = Counted.in(folder);
      assertThat(counted.packets()).isEqualTo(sent.toPort(9000));
      assertThat(counted.toPort(9001)).isZero();
      assertThat(counted.byCapinfos()).isEqualTo(sent.toPort(9000));
      assertThat(counted.at("sequence", "missing")).isZero();
      assertThat(counted.at("sequence", "duplicated")).isZero();
      assertThat(lab.attached()).doesNotContain("rx0");
      assertThat(folder).isDirectoryNotContaining("glob:**spool*");
    }
  }

  @Test
  void shouldCaptureByAChainOfProtocols() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--chain", "eth/ipv4/udp[dport==9001]")) {
      Sent sent = lab.flood(0, "--count", "20000", "--pps", "50000");
      JsonNode result = agent.terminate().result();

      assertThat(Account.of(result, "rx0").at("delivered")).isEqualTo(sent.toPort(9001));
      assertThat(Counted.in(folder).toPort(9001)).isEqualTo(sent.toPort(9001));
    }
  }

  @Test
  void shouldStampPacketsWithTheSendersClockInOrder() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--readers", "2")) {
      lab.flood(0, "--count", "2000", "--pps", "1000");
      agent.terminate().result();

      Counted counted = Counted.in(folder);
      assertThat(counted.packets()).isEqualTo(2000);
      assertThat(counted.at("time", "backwards")).isZero();
      assertThat(counted.at("time", "delay_min_ns")).isBetween(0L, MILLISECOND_NS);
      for (Path file : counted.files()) {
        assertThat(Command.ok("capinfos", "-o", file.toString())).contains("True");
        assertThat(Command.ok("tcpdump", "-n", "-c", "1", "-r", file.toString())).contains("UDP");
      }
    }
  }

  @Test
  void shouldCaptureTwoInterfacesWithTheirOwnCounts() {
    try (Lab lab = Lab.withPairs(2, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "-i", "rx1")) {
      Sent first = lab.flood(0, "--count", "30000", "--pps", "30000");
      Sent second = lab.flood(1, "--count", "20000", "--pps", "30000");
      JsonNode result = agent.terminate().result();

      assertThat(Account.of(result, "rx0").at("delivered")).isEqualTo(first.packets());
      assertThat(Account.of(result, "rx1").at("delivered")).isEqualTo(second.packets());
      Counted counted = Counted.in(folder);
      assertThat(counted.ofInterface("rx0")).isEqualTo(first.packets());
      assertThat(counted.ofInterface("rx1")).isEqualTo(second.packets());
      for (Path file : counted.files()) {
        assertThat(Command.ok("capinfos", "-I", file.toString()))
            .contains("Name = rx0", "Name = rx1", "Time resolution = 0x09");
      }
    }
  }

  @Test
  void shouldTakeInterfacesByGlobButNeverLoopback() {
    try (Lab lab = Lab.withPairs(2, 1500);
        AgentProcess agent = capture(lab, "-i", "rx*")) {
      assertThat(agent.terminate().result().get("funnel").get("interfaces").fieldNames())
          .toIterable()
          .containsExactly("rx0", "rx1");
    }
  }

  @Test
  void shouldRecordWholeJumboFrames() {
    try (Lab lab = Lab.withPairs(1, 9000);
        AgentProcess agent = capture(lab, "-i", "rx0")) {
      Sent sent =
          lab.flood(0, "--count", "20000", "--pps", "4000", "--sizes", "9014,8000,4096,3500,60");
      JsonNode result = agent.terminate().result();

      assertThat(Account.of(result, "rx0").at("delivered")).isEqualTo(sent.packets());
      assertThat(Account.of(result, "rx0").at("truncated")).isZero();
      Counted counted = Counted.in(folder);
      assertThat(counted.packets()).isEqualTo(sent.packets());
      assertThat(counted.at("truncated")).isZero();
      assertThat(counted.at("original_bytes")).isEqualTo(4000L * (9014 + 8000 + 4096 + 3500 + 60));
    }
  }

  @Test
  void shouldKeepOriginalLengthsAtSnapLength96() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--snap-length", "96")) {
      lab.flood(0, "--count", "10000", "--sizes", "60,1514");
      JsonNode result = agent.terminate().result();

      assertThat(Account.of(result, "rx0").at("truncated")).isEqualTo(5000);
      Counted counted = Counted.in(folder);
      assertThat(counted.at("original_bytes")).isEqualTo(5000L * (60 + 1514));
      for (Path file : counted.files()) {
        String lengths = Command.ok("tshark", "-r", file.toString(), "-Tfields", "-eframe.cap_len");
        assertThat(lengths.lines().filter(line -> line.matches("\\d+")).distinct())
            .isSubsetOf("60", "96");
      }
    }
  }

  @Test
  void shouldEndWithExactlyThePacketsOfTheLimit() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--packets", "12345")) {
      lab.flood(0, "--count", "100000");
      JsonNode result = agent.result();

      assertThat(agent.exitCode()).isZero();
      assertThat(result.get("reason").asText()).isEqualTo("PACKET_LIMIT");
      assertThat(Account.of(result, "rx0").at("delivered")).isEqualTo(12345);
      assertThat(Counted.in(folder).packets()).isEqualTo(12345);
    }
  }

  @Test
  void shouldNeverDeliverMoreBytesThanTheLimit() throws IOException {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--bytes", "5Mi")) {
      lab.flood(0, "--count", "100000", "--sizes", "60-1514");
      JsonNode result = agent.result();

      assertThat(result.get("reason").asText()).isEqualTo("BYTE_LIMIT");
      Counted counted = Counted.in(folder);
      assertThat(Account.of(result, "rx0").at("delivered")).isEqualTo(counted.packets());
      long bytes = 0;
      for (Path file : counted.files()) {
        bytes += Files.size(file);
      }
      assertThat(bytes).isBetween(5_000_000L, 5L << 20);
    }
  }

  @Test
  void shouldEndAfterItsDuration() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--duration", "1s")) {
      assertThat(agent.result().get("reason").asText()).isEqualTo("DURATION");
      assertThat(agent.exitCode()).isZero();
      assertThat(Counted.in(folder).packets()).isZero();
    }
  }

  @Test
  void shouldShowASlowTrickleWithinTheSegmentInterval() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--segment-interval", "1s")) {
      lab.flood(0, "--count", "1");
      Awaitility.await("an object with the packet")
          .atMost(Duration.ofSeconds(10))
          .until(() -> Counted.objects(folder).size() == 1);
      assertThat(Counted.in(folder).packets()).isEqualTo(1);
      assertThat(agent.terminate().exitCode()).isZero();
    }
  }

  @Test
  void shouldCountEveryDropAndExitLossyWhenTheReaderStalls() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0", "--memory", "4Mi", "--fail-on-loss")) {
      agent.signal("STOP");
      Sent sent = lab.flood(0, "--count", "50000", "--sizes", "600");
      agent.signal("CONT");
      JsonNode result = agent.terminate().result();

      assertThat(agent.exitCode()).isEqualTo(4);
      Account account = Account.of(result, "rx0");
      assertThat(account.at("seen")).isEqualTo(sent.packets());
      assertThat(account.at("ringFull")).isPositive();
      assertThat(account.at("delivered") + account.at("ringFull")).isEqualTo(sent.packets());
      assertThat(Counted.in(folder).packets()).isEqualTo(account.at("delivered"));
      assertThat(result.get("lossless").asBoolean()).isFalse();
    }
  }

  @Test
  void shouldEndWithItsCountsWhenTheInterfaceVanishes() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "-i", "rx0")) {
      Sent sent = lab.flood(0, "--count", "1000");
      lab.removePair(0);
      JsonNode result = agent.result();

      assertThat(agent.exitCode()).isZero();
      assertThat(result.get("reason").asText()).isEqualTo("INTERFACE_GONE");
      assertThat(result.get("notes").get(0).asText()).contains("rx0 vanished");
      assertThat(Account.of(result, "rx0").at("delivered")).isEqualTo(sent.packets());
    }
  }

  @Test
  void shouldNameTheProgramThatHoldsTheInterface() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess first = capture(lab, "-i", "rx0");
        AgentProcess second =
            AgentProcess.start(
                lab,
                "run",
                "-i",
                "rx0",
                "--point",
                "XdpNative",
                "--output",
                "dir:" + folder,
                "--spool-size",
                SPOOL)) {
      assertThat(second.exitCode()).isEqualTo(3);
      assertThat(second.errors())
          .matches("(?s).*rx0 already runs XDP program \\d+ \"ringtail_entry\".*");
      Sent sent = lab.flood(0, "--count", "1000");
      assertThat(Account.of(first.terminate().result(), "rx0").at("delivered"))
          .isEqualTo(sent.packets());
    }
  }

  @Test
  void shouldDetachByDeathAndLeaveTheNextRunUndisturbed() {
    Path spool = folder.resolve("spool");
    try (Lab lab = Lab.withPairs(1, 1500)) {
      try (AgentProcess killed =
          capture(lab, "-i", "rx0", "--spool", spool.toString(), "--segment-size", "1Mi")) {
        lab.flood(0, "--count", "20000", "--sizes", "600");
        killed.signal("KILL");
        killed.exitCode();
      }
      Awaitility.await("the kernel detaches").until(() -> !lab.attached().contains("rx0"));
      Sent sent;
      try (AgentProcess next = capture(lab, "-i", "rx0", "--spool", spool.toString())) {
        sent = lab.flood(0, "--count", "5000");
        assertThat(Account.of(next.terminate().result(), "rx0").at("delivered"))
            .isEqualTo(sent.packets());
      }
      assertThat(spool).doesNotExist();
      Counted all = Counted.in(folder);
      assertThat(all.packets()).isBetween(sent.packets(), sent.packets() + 20000);
      assertThat(all.byCapinfos()).isEqualTo(all.packets());
      assertThat(all.at("trailing_bytes")).isZero();
    }
  }

  @Test
  void shouldTakeADocument() throws IOException {
    Path document = folder.resolve("job.yaml");
    Files.writeString(
        document,
        """
        apiVersion: ringtail.dev/v1alpha1
        kind: CaptureJob
        metadata: {name: from-file, namespace: shop}
        spec:
          target: {nodes: {interfaces: ["rx*"]}}
          filter: {pcap: "udp dst port 9001"}
          limits: {duration: 5m, packetsPerNode: 100}
          buffer: {memory: 16Mi, spool: 64Mi}
          output: {directory: {path: %s}, segment: {size: 4Mi, interval: 2s}}
        """
            .formatted(folder));
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = AgentProcess.capturing(lab, "-f", document.toString())) {
      lab.flood(0, "--count", "1000");
      assertThat(Account.total(agent.result()).at("delivered")).isEqualTo(100);
      Counted counted = Counted.in(folder);
      assertThat(counted.toPort(9001)).isEqualTo(100);
      assertThat(List.of(counted.files().getFirst().toString()))
          .allMatch(p -> p.contains("/shop/from-file-"));
    }
  }
}
