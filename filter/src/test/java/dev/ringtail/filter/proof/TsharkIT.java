// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.FilterBench;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chain filters and tshark's display filters find the same packets among those of scapy. */
class TsharkIT {

  @TempDir Path folder;

  @Test
  void shouldFindWhatDisplayFiltersFind() throws Exception {
    boolean installed =
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "tshark")));
    assumeTrue(installed, "tshark is not installed");
    Path file = folder.resolve("encapsulations.pcap.gz");
    try (InputStream in = Encapsulation.file()) {
      Files.copy(in, file);
    }
    List<byte[]> packets = Encapsulation.packets();
    List<String> different = new ArrayList<>();
    List<String[]> rows = Table.rows("tshark.tsv");
    try (FilterBench bench = new FilterBench(Hook.XDP)) {
      for (String[] row : rows) {
        FilterBench.Program program =
            bench.load(Filters.compile(FilterLanguage.CHAIN, row[0], LinkType.ETHERNET));
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < packets.size(); i++) {
          if (program.matches(packets.get(i))) {
            found.add(i + 1);
          }
        }
        List<Integer> expected = tshark(file, row[1]);
        assertThat(expected).as(row[1]).isNotEmpty().hasSizeLessThan(packets.size());
        if (!found.equals(expected)) {
          different.add("%s finds %s, %s finds %s".formatted(row[0], found, row[1], expected));
        }
      }
    }
    System.out.printf("tshark: %d filters on %d packets%n", rows.size(), packets.size());
    assertThat(different).isEmpty();
  }

  /** Numbers of the frames that a display filter shows. */
  private static List<Integer> tshark(Path file, String filter) throws Exception {
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
    for (String option : List.of("ip.defragment:FALSE", "ipv6.defragment:FALSE")) {
      command.addAll(List.of("-o", option));
    }
    command.addAll(List.of("-d", "udp.port==8472,vxlan", "-Y", filter));
    command.addAll(List.of("-T", "fields", "-e", "frame.number"));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(filter).isZero();
    return output.lines().map(Integer::valueOf).toList();
  }
}
