// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.bpf.BpfObjects;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Captures at tc: both ways, packets that are many, and others at the hooks. */
class TcIT {
  private static final Path STREAM = Project.ROOT.resolve("e2e/src/test/python/send_stream.py");
  private static final String INBOUND = "0x00000001";
  private static final String OUTBOUND = "0x00000002";

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    assumeTrue(KernelRelease.running().hasTcx(), "tcx needs kernel 6.6");
    folder = Lab.folder();
  }

  @AfterEach
  void removeFolder() throws IOException {
    if (folder != null) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private AgentProcess capture(Lab lab, String point, String direction, String... more) {
    return capture(folder, lab, point, direction, more);
  }

  private static AgentProcess capture(
      Path folder, Lab lab, String point, String direction, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("-i", "rx0", "--point", point, "--direction", direction));
    arguments.addAll(List.of("--output", "dir:" + folder, "--spool-size", "512Mi"));
    arguments.addAll(List.of("--segment-size", "64Mi", "--memory", "64Mi"));
    arguments.addAll(List.of(more));
    return AgentProcess.capturing(lab, arguments.toArray(String[]::new));
  }

  /** Of each packet, what tshark says of a field. */
  private List<String> fields(String... names) {
    List<String> lines = new ArrayList<>();
    for (Path file : Counted.objects(folder)) {
      List<String> words = new ArrayList<>(List.of("tshark", "-r", file.toString(), "-Tfields"));
      Stream.of(names).forEach(name -> words.addAll(List.of("-e", name)));
      Command.ok(words.toArray(String[]::new))
          .lines()
          .filter(line -> !line.startsWith("Running as user"))
          .forEach(lines::add);
    }
    return lines;
  }

  @Test
  void shouldTakeTcFirstOnSoftwareDevicesAndSeeBothWays() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "Auto", "Both", "--pcap", "udp dst port 9000")) {
      JsonNode point = agent.started().get("points").get(0);
      assertThat(point.get("point").asText()).isEqualTo("Tc");
      assertThat(point.get("direction").asText()).isEqualTo("Both");
      assertThat(point.get("refused")).isEmpty();
      Sent in = lab.flood(0, "--count", "30000", "--pps", "30000", "--sizes", "60-1514");
      Sent out = lab.floodBack(0, "--count", "20000", "--pps", "30000", "--sizes", "60-1514");
      JsonNode result = agent.terminate().result();

      assertThat(agent.exitCode()).isZero();
      Account account = Account.of(result, "rx0");
      assertThat(account.at("seen")).isEqualTo(in.packets() + out.packets());
      assertThat(account.at("delivered")).isEqualTo(in.toPort(9000) + out.toPort(9000));
      assertThat(account.at("merged")).isZero();
      List<String> directions = fields("frame.packet_flags_direction");
      assertThat(directions).hasSize((int) (in.toPort(9000) + out.toPort(9000)));
      assertThat(directions.stream().filter(INBOUND::equals)).hasSize((int) in.toPort(9000));
      assertThat(directions.stream().filter(OUTBOUND::equals)).hasSize((int) out.toPort(9000));
      assertThat(Counted.in(folder).byCapinfos()).isEqualTo(account.at("delivered"));
    }
  }

  @Test
  void shouldSeeOnlyTheWayThatIsAskedFor() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess egress = capture(folder.resolve("out"), lab, "Tc", "Egress");
        AgentProcess ingress = capture(folder.resolve("in"), lab, "Tc", "Ingress")) {
      Sent in = lab.flood(0, "--count", "3000");
      Sent out = lab.floodBack(0, "--count", "2000");

      assertThat(Account.of(egress.terminate().result(), "rx0").at("delivered"))
          .isEqualTo(out.packets());
      assertThat(Account.of(ingress.terminate().result(), "rx0").at("delivered"))
          .isEqualTo(in.packets());
    }
  }

  @Test
  void shouldTakeWhatLeavesAtTcBesideXdp() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "XdpNative", "Both")) {
      assertThat(agent.started().get("points").get(0).get("point").asText()).isEqualTo("XdpNative");
      Sent in = lab.flood(0, "--count", "30000", "--pps", "30000");
      Sent out = lab.floodBack(0, "--count", "20000", "--pps", "30000");
      JsonNode result = agent.terminate().result();

      Account account = Account.of(result, "rx0");
      assertThat(account.at("seen")).isEqualTo(in.packets() + out.packets());
      assertThat(account.at("delivered")).isEqualTo(in.packets() + out.packets());
      assertThat(fields("frame.packet_flags_direction").stream().filter(OUTBOUND::equals))
          .hasSize((int) out.packets());
    }
  }

  @Test
  void shouldGiveEveryPacketToEachOfTwoCaptures() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess first = capture(folder.resolve("a"), lab, "Auto", "Both");
        AgentProcess second = capture(folder.resolve("b"), lab, "Auto", "Both")) {
      Sent in = lab.flood(0, "--count", "20000", "--pps", "30000");
      Account ofFirst = Account.of(first.terminate().result(), "rx0");
      Sent after = lab.floodBack(0, "--count", "1000");
      Account ofSecond = Account.of(second.terminate().result(), "rx0");

      assertThat(ofFirst.at("delivered")).isEqualTo(in.packets());
      assertThat(ofSecond.at("delivered")).isEqualTo(in.packets() + after.packets());
      assertThat(lab.attached()).doesNotContain("rx0");
    }
  }

  /** tc sees a megabyte of TCP as some packets of up to 64 KiB, whose data are not linear. */
  @Test
  void shouldKeepPacketsThatAreManyWhole() throws Exception {
    long bytes = 8 << 20;
    try (Lab lab = Lab.withPairs(1, 1500)) {
      lab.address("10.99.0.1", "10.99.0.2");
      try (AgentProcess agent = capture(lab, "Tc", "Both")) {
        assertThat(stream(lab, "10.99.0.2", bytes)).isEqualTo(bytes);
        Account account = Account.of(agent.terminate().result(), "rx0");

        assertThat(account.at("merged")).isPositive();
        assertThat(account.at("truncated")).isZero();
        assertThat(account.at("delivered")).isEqualTo(account.at("seen"));
        List<String> rows = fields("frame.len", "frame.cap_len", "tcp.dstport", "tcp.len");
        assertThat(rows).hasSize((int) account.at("delivered"));
        long payload = 0;
        int longest = 0;
        for (String row : rows) {
          String[] columns = row.split("\t");
          assertThat(columns[0]).isEqualTo(columns[1]);
          longest = Math.max(longest, Integer.parseInt(columns[0]));
          if (columns.length > 3 && columns[2].equals("7777")) {
            payload += Long.parseLong(columns[3]);
          }
        }
        assertThat(longest).isGreaterThan(9000);
        assertThat(payload).isGreaterThanOrEqualTo(bytes);
      }
    }
  }

  @Test
  void shouldNameTheOwnerOfTheXdpSlotOrDoWithoutIt() throws IOException {
    try (Lab lab = Lab.withPairs(1, 1500)) {
      String object = BpfObjects.extract(BpfObjects.NOP, folder).toString();
      lab.inReceiver("ip", "link", "set", "rx0", "xdpdrv", "object", object, "section", "xdp");
      for (String point : List.of("XdpNative", "XdpGeneric")) {
        try (AgentProcess agent =
            AgentProcess.start(
                lab, "run", "-i", "rx0", "--point", point, "--output", "dir:" + folder)) {
          assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(3);
          assertThat(agent.errors())
              .matches("(?s).*rx0 already runs XDP program \\d+ \"ringtail_nop\" \\(native\\).*");
        }
      }
      try (AgentProcess agent = capture(lab, "Auto", "Ingress")) {
        Sent sent = lab.flood(0, "--count", "1000");
        assertThat(Account.of(agent.terminate().result(), "rx0").at("delivered"))
            .isEqualTo(sent.packets());
      }
      assertThat(lab.attached()).contains("rx0", "driver");
    }
  }

  @Test
  void shouldCaptureAtGenericXdp() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capture(lab, "XdpGeneric", "Ingress")) {
      assertThat(lab.attached()).contains("generic");
      Sent sent = lab.flood(0, "--count", "20000", "--pps", "30000", "--sizes", "60-1514");
      Account account = Account.of(agent.terminate().result(), "rx0");
      assertThat(account.at("delivered")).isEqualTo(sent.packets());
    }
  }

  /** Sends over TCP to the receiver's side, and answers how many bytes have arrived. */
  private static long stream(Lab lab, String address, long bytes) throws Exception {
    Process receiver =
        new ProcessBuilder(
                "ip",
                "netns",
                "exec",
                lab.receiver(),
                "python3",
                STREAM.toString(),
                "receive",
                address,
                "7777")
            .start();
    try (BufferedReader out = receiver.inputReader()) {
      assertThat(out.readLine()).isEqualTo("ready");
      lab.inSender("python3", STREAM.toString(), "send", address, "7777", "" + bytes);
      return Long.parseLong(out.readLine());
    } finally {
      receiver.destroyForcibly();
    }
  }
}
