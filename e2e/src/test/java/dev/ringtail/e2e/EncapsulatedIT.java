// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.agent.program.KernelRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends the packets that scapy built for the filter module's proofs through a veth pair: VLAN tags,
 * MPLS, GRE, VXLAN, Geneve, GTP, SRv6, extension headers and fragments. The table beside them says
 * which match, and where their headers end.
 */
class EncapsulatedIT {
  private static final Path PROOF =
      Project.ROOT.resolve("filter/src/test/resources/dev/ringtail/filter/proof");
  private static final Path PACKETS = PROOF.resolve("encapsulations.pcap.gz");
  private static final Path TABLE = PROOF.resolve("encapsulations.tsv");
  private static final Path SENDER = Project.ROOT.resolve("e2e/src/test/python/send_frames.py");
  private static final String OVERLAY = "eth/(vlan|qinq)*/ipv4/udp/vxlan/eth/ipv4/tcp";
  private static final int REFUSED = 3;

  @TempDir private Path folder;

  /** A packet as it should be in the objects. */
  private static String shown(byte[] data, int kept, int original) {
    return HexFormat.of().formatHex(Arrays.copyOf(data, kept)) + " of " + original;
  }

  /**
   * What a filter keeps of all packets, by the table.
   *
   * @param headers whether only the headers are kept
   */
  private static List<String> expected(String filter, boolean headers) throws IOException {
    List<PcapFile.Packet> packets = PcapFile.unzipped(PACKETS);
    List<String> expected = new ArrayList<>();
    int asked = 0;
    for (String line : Files.readAllLines(TABLE)) {
      String[] row = line.split("\t");
      if (row.length == 5 && row[2].equals(filter)) {
        asked++;
        if (!row[3].equals("never")) {
          byte[] data = packets.get(Integer.parseInt(row[0])).data();
          int kept = headers ? Integer.parseInt(row[4]) : data.length;
          expected.add(shown(data, kept, data.length));
        }
      }
    }
    assertThat(asked).as("packets that the table judges by " + filter).isEqualTo(packets.size());
    return expected;
  }

  private List<String> captured(Lab lab, String point, String filter, String... more) {
    return packets(lab, point, filter, more).stream()
        .map(packet -> shown(packet.data(), packet.data().length, packet.originalLength()))
        .toList();
  }

  private List<PcapFile.Packet> packets(Lab lab, String point, String filter, String... more) {
    List<String> words = new ArrayList<>(List.of("-i", "rx0", "--point", point));
    words.addAll(List.of("--chain", filter, "--output", "dir:" + folder));
    words.addAll(List.of("--spool-size", "64Mi", "--memory", "16Mi"));
    words.addAll(List.of(more));
    try (AgentProcess agent = AgentProcess.capturing(lab, words.toArray(String[]::new))) {
      int sent =
          Integer.parseInt(
              lab.inSender("python3", SENDER.toString(), PACKETS.toString(), "tx0").strip());
      Account account = Account.of(agent.terminate().result(), "rx0");
      assertThat(account.at("seen")).isEqualTo(sent);
      return PcapFile.byTshark(Counted.objects(folder));
    }
  }

  @ParameterizedTest
  @MethodSource("points")
  void shouldCaptureExactlyThePacketsThatCarryTheProtocol(String point) throws IOException {
    List<String> expected = expected("//tcp[port==443]", false);
    assertThat(expected).hasSizeGreaterThan(50);
    try (Lab lab = Lab.withPairs(1, 1500)) {
      assertThat(captured(lab, point, "//tcp[port==443]"))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** At tc the tag is beside the packet, and back where it was in the file. */
  @ParameterizedTest
  @MethodSource("points")
  void shouldKeepExactlyTheHeaders(String point) throws IOException {
    List<String> expected = expected(OVERLAY, true);
    assertThat(expected).hasSizeGreaterThan(3);
    try (Lab lab = Lab.withPairs(1, 1500)) {
      if (point.startsWith("Xdp")) {
        lab.inReceiver("ethtool", "-K", "rx0", "rxvlan", "off");
      }
      assertThat(captured(lab, point, OVERLAY + " capture headers"))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 12, 13, 14, 15, 16, 17, 60})
  void shouldCutTaggedPacketsAtTc(int snapLength) throws IOException {
    assumeTrue(KernelRelease.running().hasTcx(), "tcx needs kernel 6.6");
    List<byte[]> tagged =
        PcapFile.unzipped(PACKETS).stream()
            .map(PcapFile.Packet::data)
            .filter(data -> data[12] == (byte) 0x81 && data[13] == 0)
            .toList();
    try (Lab lab = Lab.withPairs(1, 1500)) {
      List<PcapFile.Packet> packets =
          packets(lab, "Tc", "eth/vlan", "--snap-length", "" + snapLength);

      assertThat(packets).hasSameSizeAs(tagged).hasSizeGreaterThan(10);
      for (int i = 0; i < packets.size(); i++) {
        byte[] sent = tagged.get(i);
        assertThat(packets.get(i).originalLength()).isEqualTo(sent.length);
        assertThat(packets.get(i).data())
            .isEqualTo(Arrays.copyOf(sent, Math.min(sent.length, snapLength)));
      }
    }
  }

  static Stream<String> points() {
    return KernelRelease.running().hasTcx() ? Stream.of("XdpNative", "Tc") : Stream.of("XdpNative");
  }

  @Test
  void shouldRefuseToAskForTagsThatTheDeviceTakesAway() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            AgentProcess.start(
                lab,
                "run",
                "-i",
                "rx0",
                "--point",
                "XdpNative",
                "--chain",
                OVERLAY,
                "--output",
                "dir:" + folder)) {
      assertThat(agent.exitCode()).isEqualTo(REFUSED);
      assertThat(agent.errors())
          .isEqualTo(
              "ringtail-agent: the filter asks for VLAN tags, and rx0 takes them out of packets"
                  + " before XDP sees them; turn that off: ethtool -K rx0 rxvlan off, or use"
                  + " capture point Tc");
      assertThat(lab.attached()).doesNotContain("rx0");
    }
  }
}
