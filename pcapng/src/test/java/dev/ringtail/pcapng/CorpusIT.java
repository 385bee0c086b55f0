// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures of many protocols and link types that lie beside the project, where they do. */
class CorpusIT {
  private static final String[] FIELDS = {
    "frame.time_epoch", "frame.interface_id", "frame.cap_len", "frame.len"
  };
  private static final Path CORPUS = Path.of("../../shared/corpus");

  @TempDir Path folder;

  @Test
  void shouldReadAndMergeTheCorpusAsWiresharkDoes() throws Exception {
    assumeThat(CORPUS).as("%s is not there: no corpus to read", CORPUS).isDirectory();
    List<Path> captures;
    try (var all = Files.list(CORPUS)) {
      captures = all.filter(file -> file.toString().endsWith(".pcap")).sorted().toList();
    }
    List<Path> converted = new ArrayList<>();
    for (Path capture : captures) {
      converted.add(folder.resolve(capture.getFileName() + "ng"));
      Wireshark.run("editcap", "-F", "pcapng", capture.toString(), converted.getLast().toString());
    }
    Path merged = folder.resolve("merged.pcapng");

    PcapngMerge.Result result =
        new PcapngMerge(Samples.SECTION, List.of()).merge(converted, merged);

    assertThat(result.broken()).isEmpty();
    List<String> packets = new ArrayList<>();
    try (PcapngReader reader = PcapngReader.open(merged)) {
      while (reader.advance()) {
        long ns = reader.timestampNs();
        packets.add(
            "%d.%09d\t%d\t%d\t%d"
                .formatted(
                    ns / 1_000_000_000,
                    ns % 1_000_000_000,
                    reader.interfaceIndex(),
                    reader.capturedLength(),
                    reader.originalLength()));
      }
    }
    assertThat(packets).hasSizeGreaterThan(captures.size());
    assertThat(Wireshark.packets(merged, FIELDS)).isEqualTo(packets);
    assertThat(Wireshark.run("capinfos", "-T", "-r", "-o", "-M", merged.toString()))
        .containsExactly(merged + "\tTrue");
  }
}
