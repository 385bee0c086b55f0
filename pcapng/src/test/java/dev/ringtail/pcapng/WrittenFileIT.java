// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.Samples.SECTION;
import static dev.ringtail.pcapng.Samples.T0;
import static dev.ringtail.pcapng.Samples.concat;
import static dev.ringtail.pcapng.Samples.ethernet;
import static dev.ringtail.pcapng.Samples.frame;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrittenFileIT {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    InterfaceDescription first =
        ethernet("eth0")
            .withDescription("XDP native, ingress, clock TAI")
            .withFilter("tcp port 443")
            .withDevice("virtio_net", "Linux 6.18", 10_000_000_000L, "02:00:5e:10:00:01");
    file = folder.resolve("written.pcapng");
    Files.write(
        file,
        concat(
            Prelude.encode(SECTION, List.of(first, ethernet("eth1"))),
            new NameResolution(
                    List.of(
                        new NameResolution.Entry(
                            InetAddress.ofLiteral("10.1.2.3"), List.of("echo-1", "echo-1.shop")),
                        new NameResolution.Entry(
                            InetAddress.ofLiteral("fd00::7"), List.of("echo-2"))))
                .encode(),
            EnhancedPacket.whole(0, T0, frame(1, 60)).encode(),
            EnhancedPacket.whole(1, T0 + 1, frame(2, 61)).encode(),
            new EnhancedPacket(0, T0 + 1_000_000_000, ByteBuffer.wrap(frame(3, 96)), 9000).encode(),
            new InterfaceStatistics(0, T0 + 9, T0, T0 + 8, 1000, 7, 900, 21, 879).encode(),
            new InterfaceStatistics(
                    1,
                    T0 + 9,
                    InterfaceStatistics.UNKNOWN,
                    InterfaceStatistics.UNKNOWN,
                    1,
                    InterfaceStatistics.UNKNOWN,
                    InterfaceStatistics.UNKNOWN,
                    0,
                    InterfaceStatistics.UNKNOWN)
                .encode()));
  }

  @Test
  void shouldBeReadByTshark() throws Exception {
    assertThat(
            Wireshark.packets(
                file,
                "frame.interface_name",
                "frame.time_epoch",
                "frame.cap_len",
                "frame.len",
                "frame.interface_description"))
        .containsExactly(
            "eth0\t1764500000.123456789\t60\t60\tXDP native, ingress, clock TAI",
            "eth1\t1764500000.123456790\t61\t61\t",
            "eth0\t1764500001.123456789\t96\t9000\tXDP native, ingress, clock TAI");
  }

  @Test
  void shouldBeReadByCapinfos() throws Exception {
    assertThat(Wireshark.run("capinfos", "-T", "-r", "-c", "-o", "-M", file.toString()))
        .containsExactly(file + "\t3\tTrue");
    assertThat(Wireshark.run("capinfos", file.toString()))
        .contains(
            "Capture hardware:    x86-64, 2 CPUs",
            "Capture oper-sys:    Linux 6.18",
            "Capture application: Ringtail test",
            "Number of interfaces in file: 2",
            "                     Name = eth0",
            "                     Description = XDP native, ingress, clock TAI",
            "                     Hardware = virtio_net",
            "                     Speed = 10000000000",
            "                     Filter string = tcp port 443",
            "                     Time precision = nanoseconds (9)",
            "                     Number of stat entries = 1");
  }

  @Test
  void shouldCarryDropsThatTsharkShows() throws Exception {
    assertThat(
            Wireshark.blocks(
                file,
                "pcapng.block.type == 5",
                "pcapng.options.option.data.interface.received",
                "pcapng.options.option.data.interface.dropped",
                "pcapng.options.option.data.interface.accepted_by_filter",
                "pcapng.options.option.data.interface.dropped_by_os",
                "pcapng.options.option.data.interface.delivered_to_user"))
        .containsExactly("1000,1\t7\t900\t21,0\t879");
  }
}
