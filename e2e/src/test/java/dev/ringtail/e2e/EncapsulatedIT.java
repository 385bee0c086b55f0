// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private List<String> captured(Lab lab, String filter) {
    try (AgentProcess agent =
        AgentProcess.capturing(
            lab,
            "-i",
            "rx0",
            "--chain",
            filter,
            "--output",
            "dir:" + folder,
            "--spool-size",
            "64Mi",
            "--memory",
            "16Mi")) {
      int sent =
          Integer.parseInt(
              lab.inSender("python3", SENDER.toString(), PACKETS.toString(), "tx0").strip());
      Account account = Account.of(agent.terminate().result(), "rx0");
      assertThat(account.at("seen")).isEqualTo(sent);
      return PcapFile.byTshark(Counted.objects(folder)).stream()
          .map(packet -> shown(packet.data(), packet.data().length, packet.originalLength()))
          .toList();
    }
  }

  @Test
  void shouldCaptureExactlyThePacketsThatCarryTheProtocol() throws IOException {
    List<String> expected = expected("//tcp[port==443]", false);
    assertThat(expected).hasSizeGreaterThan(50);
    try (Lab lab = Lab.withPairs(1, 1500)) {
      assertThat(captured(lab, "//tcp[port==443]")).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void shouldKeepExactlyTheHeaders() throws IOException {
    List<String> expected = expected(OVERLAY, true);
    assertThat(expected).hasSizeGreaterThan(3);
    try (Lab lab = Lab.withPairs(1, 1500)) {
      lab.inReceiver("ethtool", "-K", "rx0", "rxvlan", "off");
      assertThat(captured(lab, OVERLAY + " capture headers"))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void shouldRefuseToAskForTagsThatTheDeviceTakesAway() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            AgentProcess.start(
                lab, "run", "-i", "rx0", "--chain", OVERLAY, "--output", "dir:" + folder)) {
      assertThat(agent.exitCode()).isEqualTo(REFUSED);
      assertThat(agent.errors())
          .isEqualTo(
              "ringtail-agent: the filter asks for VLAN tags, and rx0 takes them out of packets"
                  + " before XDP sees them; turn that off: ethtool -K rx0 rxvlan off");
      assertThat(lab.attached()).doesNotContain("rx0");
    }
  }
}
