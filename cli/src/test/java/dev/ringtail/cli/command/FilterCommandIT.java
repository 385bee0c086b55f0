// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.cli.testing.CaptureFile;
import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.Frames;
import dev.ringtail.cli.testing.PlayedNode;
import dev.ringtail.pcapng.EnhancedPacket;
import dev.ringtail.pcapng.InterfaceDescription;
import dev.ringtail.pcapng.Prelude;
import dev.ringtail.pcapng.SectionHeader;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters tried on a file, beside tshark. */
class FilterCommandIT {
  @TempDir static Path folder;

  private static Path file;

  @BeforeAll
  static void write() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        Prelude.encode(
            new SectionHeader("", "", "test", ""),
            List.of(InterfaceDescription.of(1, 262_144, "eth0"))));
    for (int i = 0; i < 20; i++) {
      byte[] frame = Frames.udp(i, i % 3 == 0 ? 53 : 8080, 40 + i);
      out.writeBytes(EnhancedPacket.whole(0, PlayedNode.T0 + i, frame).encode());
    }
    file = folder.resolve("mixed.pcapng");
    Files.write(file, out.toByteArray());
  }

  @Test
  void shouldMatchTheSamePacketsAsTsharkInBothLanguages() throws Exception {
    List<String> expected =
        CaptureFile.lines(
            List.of(
                "tshark",
                "-n",
                "-r",
                file.toString(),
                "-Y",
                "udp.dstport == 53",
                "-T",
                "fields",
                "-e",
                "frame.number"));

    CliRun chain = CliRun.of("filter", "test", "eth/ipv4/udp[dport==53]", file.toString());
    CliRun pcap = CliRun.of("filter", "test", "--pcap", "udp dst port 53", file.toString());

    assertThat(expected).hasSize(7);
    for (CliRun run : List.of(chain, pcap)) {
      assertThat(run.out().lines()).containsExactlyElementsOf(expected);
      assertThat(run.err()).isEqualToIgnoringNewLines("7 of 20 packets match");
      assertThat(run.code()).isZero();
    }
  }

  @Test
  void shouldExplainAsTheAgentDoes() {
    CliRun run = CliRun.of("filter", "explain", "eth/ipv4/udp[dport==53]");

    assertThat(run.out()).contains("dport == 53");
    assertThat(run.code()).isZero();
  }

  @Test
  void shouldSayWhichFileIsNone() {
    CliRun run = CliRun.of("filter", "test", "eth/ipv4", folder.resolve("none").toString());

    assertThat(run.err()).contains("there is no file");
    assertThat(run.code()).isEqualTo(2);
  }
}
