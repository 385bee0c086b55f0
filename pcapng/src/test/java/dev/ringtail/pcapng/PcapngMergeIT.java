// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.Samples.SECTION;
import static dev.ringtail.pcapng.Samples.T0;
import static dev.ringtail.pcapng.Samples.concat;
import static dev.ringtail.pcapng.Samples.ethernet;
import static dev.ringtail.pcapng.Samples.file;
import static dev.ringtail.pcapng.Samples.frame;
import static dev.ringtail.pcapng.Samples.packet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcapngMergeIT {
  private static final String HASHES = "frame.generate_md5_hash:TRUE";

  private final PcapngMerge merge = new PcapngMerge(SECTION, List.of());
  @TempDir Path folder;

  @Test
  void shouldHoldWhatMergecapHolds() throws Exception {
    List<Path> inputs = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 70; i++) {
      List<byte[]> blocks = new ArrayList<>();
      long timeNs = T0;
      for (int k = 0; k < 200; k++) {
        timeNs += 70 + 70 * random.nextInt(1000); // so that no two files meet at one time
        blocks.add(packet(k % 2, timeNs + i, 14 + random.nextInt(1500)));
      }
      inputs.add(
          write(
              "node-%02d.pcapng".formatted(i),
              file(
                  List.of(ethernet("eth" + i), ethernet("ens" + i)),
                  blocks.toArray(byte[][]::new))));
    }
    Path own = folder.resolve("own.pcapng");
    Path peer = folder.resolve("peer.pcapng");
    List<String> mergecap =
        new ArrayList<>(List.of("mergecap", "-I", "none", "-w", peer.toString()));
    inputs.forEach(input -> mergecap.add(input.toString()));
    Wireshark.run(mergecap.toArray(String[]::new));

    PcapngMerge.Result result = merge.merge(inputs, own);

    assertThat(result.packets()).isEqualTo(70 * 200);
    assertThat(result.interfaces()).isEqualTo(140);
    assertThat(result.bytes()).isEqualTo(Files.size(own));
    assertThat(result.broken()).isEmpty();
    assertThat(Wireshark.run("capinfos", "-T", "-r", "-c", "-o", "-M", own.toString()))
        .containsExactly(own + "\t14000\tTrue");
    assertThat(packets(own)).hasSize(14000).isEqualTo(packets(peer));
  }

  private static List<String> packets(Path file) throws Exception {
    return Wireshark.run(
        "tshark",
        "-n",
        "-r",
        file.toString(),
        "-o",
        HASHES,
        "-T",
        "fields",
        "-e",
        "frame.time_epoch",
        "-e",
        "frame.interface_name",
        "-e",
        "frame.len",
        "-e",
        "frame.cap_len",
        "-e",
        "frame.md5_hash");
  }

  @Test
  void shouldKeepDropsOfEachInterfaceUnderItsNewNumber() throws Exception {
    Path first =
        write(
            "a.pcapng", file(List.of(ethernet("eth0")), packet(0, T0, 60), statistics(0, 1000, 7)));
    Path second =
        write(
            "b.pcapng",
            file(
                List.of(ethernet("eth1"), ethernet("eth0")),
                packet(1, T0 + 1, 60),
                statistics(0, 2000, 8),
                statistics(1, 3000, 9)));
    Path merged = folder.resolve("merged.pcapng");

    PcapngMerge.Result result = merge.merge(List.of(first, second), merged);

    assertThat(result.interfaces()).isEqualTo(2);
    assertThat(
            Wireshark.blocks(
                merged,
                "pcapng.block.type == 5",
                "pcapng.interface_id",
                "pcapng.options.option.data.interface.received",
                "pcapng.options.option.data.interface.dropped_by_os"))
        .containsExactly("0,0,0,1,0\t1000,2000,3000\t7,8,9");
    try (PcapngReader reader = PcapngReader.open(merged)) {
      assertThat(reader.advance()).isTrue();
      assertThat(reader.statistics()).isEmpty();
      assertThat(reader.advance()).isTrue();
      assertThat(reader.interfaceDescription().name()).isEqualTo("eth0");
      assertThat(reader.advance()).isFalse();
      assertThat(reader.statistics())
          .extracting(InterfaceStatistics::interfaceId)
          .containsExactly(0, 1, 0);
    }
  }

  private static byte[] statistics(int id, long received, long dropped) {
    return new InterfaceStatistics(id, T0, T0, T0, received, 0, received, dropped, received)
        .encode();
  }

  @Test
  void shouldTellEqualInterfacesOfOneFileApart() throws Exception {
    List<InterfaceDescription> twins = List.of(ethernet("eth0"), ethernet("eth0"));
    Path first = write("a.pcapng", file(twins, packet(0, T0, 60), packet(1, T0 + 2, 60)));
    Path second = write("b.pcapng", file(twins, packet(1, T0 + 1, 60)));
    Path merged = folder.resolve("merged.pcapng");

    assertThat(merge.merge(List.of(first, second), merged).interfaces()).isEqualTo(2);

    assertThat(Wireshark.packets(merged, "frame.interface_id")).containsExactly("0", "1", "1");
  }

  @Test
  void shouldKeepLinkTypesAndNames() throws Exception {
    NameResolution pods =
        new NameResolution(
            List.of(new NameResolution.Entry(InetAddress.ofLiteral("10.0.0.9"), List.of("echo"))));
    byte[] ip = new byte[20];
    ip[0] = 0x45;
    ip[3] = 20;
    ip[9] = (byte) 253;
    System.arraycopy(InetAddress.ofLiteral("10.0.0.9").getAddress(), 0, ip, 12, 4);
    Path raw =
        write(
            "raw.pcapng",
            file(
                List.of(InterfaceDescription.of(101, 0, "tun0")),
                pods.encode(),
                EnhancedPacket.whole(0, T0 + 1, ip).encode()));
    Path wire = write("wire.pcapng", file(List.of(ethernet("eth0")), packet(0, T0, 60)));
    Path merged = folder.resolve("merged.pcapng");

    merge.merge(List.of(raw, wire, raw), merged);

    assertThat(
            Wireshark.run(
                "tshark",
                "-r",
                merged.toString(),
                "-o",
                "nameres.network_name:TRUE",
                "-T",
                "fields",
                "-e",
                "frame.interface_name",
                "-e",
                "frame.encap_type",
                "-e",
                "ip.src_host"))
        .containsExactly("eth0\t1\t", "tun0\t7\techo", "tun0\t7\techo");
    try (PcapngReader reader = PcapngReader.open(merged)) {
      assertThat(reader.advance()).isTrue();
      assertThat(reader.names()).containsExactly(pods);
    }
  }

  @Test
  void shouldPutNamesOfTheCallerInFront() throws Exception {
    NameResolution pods =
        new NameResolution(
            List.of(new NameResolution.Entry(InetAddress.ofLiteral("fd00::9"), List.of("echo-1"))));
    Path input = write("a.pcapng", file(List.of(ethernet("eth0")), packet(0, T0, 60)));
    Path merged = folder.resolve("merged.pcapng");

    new PcapngMerge(SECTION, List.of(pods)).merge(List.of(input), merged);

    try (PcapngReader reader = PcapngReader.open(merged)) {
      assertThat(reader.advance()).isTrue();
      assertThat(reader.names()).containsExactly(pods);
    }
  }

  @Test
  void shouldMergeBigEndianSectionsAndOldPacketBlocks() throws Exception {
    Path little = write("little.pcapng", RawFile.everyKind(ByteOrder.LITTLE_ENDIAN));
    Path big = write("big.pcapng", RawFile.everyKind(ByteOrder.BIG_ENDIAN));
    Path both =
        write(
            "both.pcapng",
            concat(
                RawFile.everyKind(ByteOrder.BIG_ENDIAN),
                RawFile.everyKind(ByteOrder.LITTLE_ENDIAN)));
    Path merged = folder.resolve("merged.pcapng");
    String enhanced = "0\t1764503600.000000001\t5\t60\t0x00000001";
    String old = "1\t1764503600.000002000\t4\t4\t";
    String simple = "0\t1764503600.000002000\t96\t200\t";

    PcapngMerge.Result result = merge.merge(List.of(little, big, both), merged);

    assertThat(result.interfaces()).isEqualTo(2);
    assertThat(result.skippedBlocks()).isEqualTo(4);
    assertThat(
            Wireshark.packets(
                merged,
                "frame.interface_id",
                "frame.time_epoch",
                "frame.cap_len",
                "frame.len",
                "frame.packet_flags_direction"))
        .containsExactly(
            enhanced, enhanced, enhanced, enhanced, old, simple, old, simple, old, simple, old,
            simple);
  }

  @Test
  void shouldSortFilesThatAreNotInOrder() throws Exception {
    List<byte[]> batches = new ArrayList<>();
    for (int batch = 0; batch < 50; batch++) {
      for (int ring = 0; ring < 4; ring++) {
        for (int k = 0; k < 20; k++) {
          batches.add(packet(0, T0 + batch * 1000 + k * 40 + ring, 60));
        }
      }
    }
    Path input =
        write("rings.pcapng", file(List.of(ethernet("eth0")), batches.toArray(byte[][]::new)));
    Path merged = folder.resolve("merged.pcapng");

    assertThat(merge.merge(List.of(input), merged).packets()).isEqualTo(4000);

    assertThat(Wireshark.run("capinfos", "-T", "-r", "-c", "-o", "-M", input.toString()))
        .containsExactly(input + "\t4000\tFalse");
    assertThat(Wireshark.run("capinfos", "-T", "-r", "-c", "-o", "-M", merged.toString()))
        .containsExactly(merged + "\t4000\tTrue");
  }

  @Property(tries = 150)
  void shouldEqualAStableSortOfAllPackets(
      @ForAll @Size(min = 1, max = 5)
          List<@Size(max = 40) List<@IntRange(min = 0, max = 30) Integer>> files)
      throws IOException {
    Path temporary = Files.createTempDirectory("merge");
    List<Path> inputs = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      List<byte[]> blocks = new ArrayList<>();
      for (int k = 0; k < files.get(i).size(); k++) {
        byte[] data = frame(i, 20);
        data[0] = (byte) i;
        data[1] = (byte) k;
        blocks.add(EnhancedPacket.whole(k % 2, T0 + files.get(i).get(k), data).encode());
        expected.add("%d %d %d".formatted(files.get(i).get(k), i, k));
      }
      Path input = temporary.resolve("in-" + i);
      Files.write(
          input,
          file(List.of(ethernet("a" + i), ethernet("b" + i)), blocks.toArray(byte[][]::new)));
      inputs.add(input);
    }
    expected.sort(Comparator.comparingInt(line -> Integer.parseInt(line.split(" ")[0])));
    Path merged = temporary.resolve("merged");

    merge.merge(inputs, merged);

    List<String> actual = new ArrayList<>();
    try (PcapngReader reader = PcapngReader.open(merged)) {
      while (reader.advance()) {
        byte[] data = reader.data().toArray(ValueLayout.JAVA_BYTE);
        actual.add("%d %d %d".formatted(reader.timestampNs() - T0, data[0], data[1]));
        assertThat(reader.interfaceDescription().name())
            .isEqualTo((data[1] % 2 == 0 ? "a" : "b") + data[0]);
      }
    } finally {
      for (Path input : inputs) {
        Files.delete(input);
      }
      Files.delete(merged);
      Files.delete(temporary);
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void shouldMergeTheIntactPartOfABrokenFileAndNameIt() throws Exception {
    byte[] whole = file(List.of(ethernet("eth0")), packet(0, T0, 60), packet(0, T0 + 1, 60));
    Path cut = write("cut.pcapng", Arrays.copyOf(whole, whole.length - 5));
    Path good = write("good.pcapng", file(List.of(ethernet("eth1")), packet(0, T0 + 2, 60)));
    Path merged = folder.resolve("merged.pcapng");

    PcapngMerge.Result result = merge.merge(List.of(cut, good), merged);

    assertThat(result.packets()).isEqualTo(2);
    assertThat(result.broken())
        .singleElement()
        .satisfies(
            broken ->
                assertThat(broken)
                    .hasMessage(
                        "%s is broken at byte %d: the data ends inside the block"
                            .formatted(cut, whole.length - 92)));
    assertThat(Wireshark.packets(merged, "frame.interface_name")).containsExactly("eth0", "eth1");
  }

  @Test
  void shouldLeaveNothingBehindWhenAnInputIsMissing() throws IOException {
    Path missing = folder.resolve("missing.pcapng");
    Path merged = folder.resolve("merged.pcapng");

    assertThatThrownBy(() -> merge.merge(List.of(missing), merged))
        .isInstanceOf(IOException.class)
        .hasMessage(missing + " does not exist, so it cannot be merged");

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldReplaceAnInputThatIsTheOutput() throws Exception {
    Path input = write("a.pcapng", file(List.of(ethernet("eth0")), packet(0, T0, 60)));
    Path other = write("b.pcapng", file(List.of(ethernet("eth0")), packet(0, T0 + 1, 60)));

    merge.merge(List.of(input, other), input);

    assertThat(Wireshark.packets(input, "frame.number")).containsExactly("1", "2");
  }

  @Test
  void shouldAllocateNothingPerPacket() throws IOException {
    List<Path> inputs = new ArrayList<>();
    byte[] records =
        concat(
            IntStream.range(0, 50_000)
                .mapToObj(i -> packet(0, T0 + 10 * i, 60))
                .toArray(byte[][]::new));
    for (int i = 0; i < 4; i++) {
      inputs.add(write("in-" + i, concat(file(List.of(ethernet("eth" + i))), records)));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = 0;
    for (int round = 0; round < 3; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      merge.merge(inputs, folder.resolve("merged.pcapng"));
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).as("bytes for 200,000 packets").isLessThan(1_000_000);
  }

  @Test
  void shouldWriteToAChannelThatIsNoFile() throws IOException {
    Path input = write("a.pcapng", file(List.of(ethernet("eth0")), packet(0, T0, 60)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    merge.merge(List.of(input), Channels.newChannel(out));
    assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(input));
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }
}
