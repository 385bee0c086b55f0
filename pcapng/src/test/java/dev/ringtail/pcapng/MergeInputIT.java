// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interfaces described anew in a merged file. */
class MergeInputIT {
  @TempDir Path folder;

  @Test
  void shouldTellInterfacesOfOneNameApartByTheirNewDescriptions() throws Exception {
    Path first = folder.resolve("first.pcapng");
    Path second = folder.resolve("second.pcapng");
    List<InterfaceDescription> interfaces = List.of(Samples.ethernet("eth0"));
    Files.write(first, Samples.file(interfaces, Samples.packet(0, Samples.T0, 60)));
    Files.write(second, Samples.file(interfaces, Samples.packet(0, Samples.T0 + 1, 60)));
    Path merged = folder.resolve("merged.pcapng");

    new PcapngMerge(Samples.SECTION, List.of())
        .mergeInputs(
            List.of(
                new MergeInput(first, found -> found.withDescription("on a")),
                new MergeInput(second, found -> found.withDescription("on b"))),
            merged);

    try (PcapngReader reader = PcapngReader.open(merged)) {
      assertThat(reader.advance()).isTrue();
      assertThat(reader.interfaceDescription().description()).isEqualTo("on a");
      assertThat(reader.advance()).isTrue();
      assertThat(reader.interfaceDescription().description()).isEqualTo("on b");
      assertThat(reader.interfaces()).hasSize(2);
    }
  }
}
