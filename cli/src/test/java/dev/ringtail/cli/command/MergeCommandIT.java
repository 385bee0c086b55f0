// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.cli.testing.CaptureFile;
import dev.ringtail.cli.testing.CliProcess;
import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.Frames;
import dev.ringtail.cli.testing.PlayedNode;
import dev.ringtail.pcapng.EnhancedPacket;
import dev.ringtail.pcapng.InterfaceDescription;
import dev.ringtail.pcapng.PcapngReader;
import dev.ringtail.pcapng.Prelude;
import dev.ringtail.pcapng.SectionHeader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files merged by the program, beside mergecap. */
class MergeCommandIT {
  private static final int FILES = 64;

  /** In all files together; 10,000,000 takes a minute and 5 GB. */
  private static final int PACKETS = Integer.getInteger("ringtail.merge.packets", 320_000);

  private static final double NS_PER_S = 1e9;

  @TempDir Path folder;

  @Test
  void shouldMergeManyFilesAsMergecapDoesInBoundedMemory() throws Exception {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      Path file = folder.resolve("in-%02d.pcapng".formatted(i));
      write(file, i);
      files.add(file.toString());
    }
    Path theirs = folder.resolve("mergecap.pcapng");
    Path ours = folder.resolve("ringtail.pcapng");

    List<String> mergecap = new ArrayList<>(List.of("mergecap", "-w", theirs.toString()));
    mergecap.addAll(files);
    long began = System.nanoTime();
    CaptureFile.lines(mergecap);
    double theirSeconds = (System.nanoTime() - began) / NS_PER_S;
    List<String> words = new ArrayList<>(List.of("merge", "-o", ours.toString()));
    words.addAll(files);
    began = System.nanoTime();
    CliProcess process = CliProcess.start(folder, words.toArray(String[]::new));
    CliRun run = process.end();
    double ourSeconds = (System.nanoTime() - began) / NS_PER_S;

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("%,d packets from 64 files".formatted(PACKETS / FILES * FILES));
    System.out.printf(
        "merge of %d files, %,d packets: mergecap %.2f s, kubectl ringtail %.2f s with the JVM's start (ratio %.2f), at most %d MiB%n",
        FILES, PACKETS, theirSeconds, ourSeconds, theirSeconds / ourSeconds, process.peakMib());
    assertThat(process.peakMib()).isLessThan(256);
    assertThat(content(ours)).isEqualTo(content(theirs));
  }

  @Test
  void shouldNameABrokenFileAndMergeItsIntactPart() throws Exception {
    Path whole = folder.resolve("whole.pcapng");
    write(whole, 1);
    Path broken = folder.resolve("broken.pcapng");
    byte[] bytes = Files.readAllBytes(whole);
    Files.write(broken, Arrays.copyOf(bytes, bytes.length - 10));
    Path out = folder.resolve("out.pcapng");

    CliRun run = CliRun.of("merge", "-o", out.toString(), broken.toString());

    assertThat(run.code()).isEqualTo(5);
    assertThat(run.err()).contains("broken.pcapng is broken at byte");
    assertThat(run.out()).contains("%,d packets from 1 file".formatted(PACKETS / FILES - 1));
  }

  /** Times that no two files share, so that the order is one only. */
  private static void write(Path file, int number) throws IOException {
    Random random = new Random(number);
    int[] payloads = {20, 20, 80, 500, 1400};
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      out.write(
          Prelude.encode(
              new SectionHeader("", "", "test", ""),
              List.of(InterfaceDescription.of(1, 262_144, "eth" + number))));
      long time = PlayedNode.T0 + number;
      for (int i = 0; i < PACKETS / FILES; i++) {
        time += FILES * (1 + random.nextInt(1_000));
        byte[] frame = Frames.udp(i, 8080, payloads[random.nextInt(payloads.length)]);
        out.write(EnhancedPacket.whole(0, time, frame).encode());
      }
    }
  }

  /** Of time, interface and bytes of every packet, in the order of the file. */
  private static String content(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    ByteBuffer time = ByteBuffer.allocate(Long.BYTES);
    try (PcapngReader reader = PcapngReader.open(file)) {
      while (reader.advance()) {
        digest.update(time.clear().putLong(reader.timestampNs()).flip());
        digest.update(reader.interfaceDescription().name().getBytes());
        digest.update(reader.data().toArray(ValueLayout.JAVA_BYTE));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
