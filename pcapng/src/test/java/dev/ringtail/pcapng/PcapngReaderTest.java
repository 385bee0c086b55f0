// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.Samples.T0;
import static dev.ringtail.pcapng.Samples.concat;
import static dev.ringtail.pcapng.Samples.ethernet;
import static dev.ringtail.pcapng.Samples.file;
import static dev.ringtail.pcapng.Samples.packet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PcapngReaderTest {
  record Packet(int interfaceIndex, long timeNs, List<Byte> data, long originalLength) {
    static Packet of(PcapngReader reader) {
      return new Packet(
          reader.interfaceIndex(),
          reader.timestampNs(),
          boxed(reader.data().toArray(ValueLayout.JAVA_BYTE)),
          reader.originalLength());
    }

    byte[] encode() {
      byte[] bytes = new byte[data.size()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = data.get(i);
      }
      return new EnhancedPacket(
              interfaceIndex, timeNs, ByteBuffer.wrap(bytes), (int) originalLength)
          .encode();
    }
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> list = new ArrayList<>();
    for (byte b : bytes) {
      list.add(b);
    }
    return list;
  }

  static Stream<ByteOrder> orders() {
    return Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
  }

  @ParameterizedTest
  @MethodSource("orders")
  void shouldReadEveryKindOfBlockInBothOrders(ByteOrder order) throws IOException {
    try (PcapngReader reader = reader(RawFile.everyKind(order))) {
      assertThat(reader.advance()).isTrue();
      assertThat(Packet.of(reader))
          .isEqualTo(
              new Packet(0, 1_764_503_600_000_000_001L, boxed(new byte[] {1, 2, 3, 4, 5}), 60));
      assertThat(reader.interfaceDescription().name()).isEqualTo("eth0");

      assertThat(reader.advance()).isTrue();
      assertThat(Packet.of(reader))
          .isEqualTo(new Packet(1, 1_764_503_600_000_002_000L, boxed(new byte[] {6, 7, 8, 9}), 4));
      assertThat(reader.hasTimestamp()).isTrue();

      assertThat(reader.advance()).isTrue();
      assertThat(Packet.of(reader)).isEqualTo(new Packet(0, 0, boxed(Samples.frame(1, 96)), 200));
      assertThat(reader.hasTimestamp()).isFalse();

      assertThat(reader.advance()).isFalse();
      assertThat(reader.sections())
          .containsExactly(new SectionHeader("", "", "somebody else", "first line\nsecond line"));
      assertThat(reader.interfaces())
          .containsExactly(
              new InterfaceDescription(
                  1,
                  96,
                  "eth0",
                  "",
                  "arp ",
                  "",
                  "",
                  "",
                  25_000_000_000L,
                  "",
                  new TimestampResolution(9, 3600)),
              InterfaceDescription.of(101, 0, "").withResolution(TimestampResolution.MICROSECONDS));
      assertThat(reader.names())
          .containsExactly(
              new NameResolution(
                  List.of(
                      new NameResolution.Entry(
                          InetAddress.ofLiteral("10.1.2.3"), List.of("node-1")))));
      assertThat(reader.statistics())
          .containsExactly(
              new InterfaceStatistics(
                  1,
                  1_764_503_600_000_009_000L,
                  1_764_503_600_000_000_000L,
                  -1,
                  1234,
                  5,
                  -1,
                  -1,
                  -1));
      assertThat(reader.skippedBlocks()).isEqualTo(1);
    }
  }

  @Test
  void shouldGoOnIntoSectionsOfTheOtherOrder() throws IOException {
    byte[] file =
        concat(
            file(List.of(ethernet("eth0")), packet(0, T0, 60)),
            RawFile.everyKind(ByteOrder.BIG_ENDIAN),
            file(List.of(ethernet("eth9")), packet(0, T0 + 1, 60)));
    try (PcapngReader reader = reader(file)) {
      List<Integer> interfaces = new ArrayList<>();
      while (reader.advance()) {
        interfaces.add(reader.interfaceIndex());
      }
      assertThat(interfaces).containsExactly(0, 1, 2, 1, 3);
      assertThat(reader.sections()).hasSize(3);
      assertThat(reader.interfaces())
          .extracting(InterfaceDescription::name)
          .containsExactly("eth0", "eth0", "", "eth9");
    }
  }

  @Property(tries = 200)
  void shouldReadBackWhatWasWritten(
      @ForAll("descriptions") InterfaceDescription first,
      @ForAll("descriptions") InterfaceDescription second,
      @ForAll("packetLists") List<Packet> packets)
      throws IOException {
    byte[] blocks = concat(packets.stream().map(Packet::encode).toArray(byte[][]::new));
    try (PcapngReader reader = reader(file(List.of(first, second), blocks))) {
      List<Packet> read = new ArrayList<>();
      while (reader.advance()) {
        read.add(Packet.of(reader));
      }
      assertThat(read).isEqualTo(packets);
      assertThat(reader.interfaces()).containsExactly(first, second);
      assertThat(reader.sections()).containsExactly(Samples.SECTION);
    }
  }

  @Provide
  Arbitrary<InterfaceDescription> descriptions() {
    Arbitrary<String> texts = Arbitraries.strings().withCharRange(' ', '\u24ff').ofMaxLength(20);
    Arbitrary<String> macs = Arbitraries.of("", "02:00:5e:10:00:01", "ff:ff:ff:ff:ff:ff");
    return Combinators.combine(
            Arbitraries.integers().between(0, 0xFFFF),
            Arbitraries.longs().between(0, 0xFFFF_FFFFL),
            texts.list().ofSize(6),
            Arbitraries.longs().between(0, Long.MAX_VALUE),
            macs)
        .as(
            (link, snap, text, speed, mac) ->
                new InterfaceDescription(
                    link,
                    snap,
                    text.get(0),
                    text.get(1),
                    text.get(2),
                    text.get(3),
                    text.get(4),
                    text.get(5),
                    speed,
                    mac,
                    TimestampResolution.NANOSECONDS));
  }

  @Provide
  Arbitrary<List<Packet>> packetLists() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 1),
            Arbitraries.longs().between(0, Long.MAX_VALUE),
            Arbitraries.bytes().list().ofMaxSize(50),
            Arbitraries.integers().between(0, 10_000))
        .as((id, time, data, more) -> new Packet(id, time, data, (long) data.size() + more))
        .list()
        .ofMaxSize(20);
  }

  @Property(tries = 200)
  void shouldReadBackStatistics(
      @ForAll @IntRange(min = 0, max = 1) int id, @ForAll("counts") List<Long> counts)
      throws IOException {
    InterfaceStatistics written =
        new InterfaceStatistics(
            id,
            T0,
            counts.get(0),
            counts.get(1),
            counts.get(2),
            counts.get(3),
            counts.get(4),
            counts.get(5),
            counts.get(6));
    byte[] block = written.encode();
    assertThat(block.length)
        .isEqualTo(written.encodedLength())
        .isLessThanOrEqualTo(InterfaceStatistics.LONGEST);
    try (PcapngReader reader = reader(file(List.of(ethernet("a"), ethernet("b")), block))) {
      assertThat(reader.advance()).isFalse();
      assertThat(reader.statistics()).containsExactly(written);
    }
  }

  @Provide
  Arbitrary<List<Long>> counts() {
    return Arbitraries.longs().between(-1, Long.MAX_VALUE).list().ofSize(7);
  }

  @ParameterizedTest
  @MethodSource("orders")
  void shouldGiveEveryIntactPacketOfAFileCutAnywhere(ByteOrder order) throws IOException {
    byte[] whole = RawFile.everyKind(order);
    List<Integer> boundaries = boundaries(whole, order);
    for (int cut = 0; cut < whole.length; cut++) {
      int length = cut;
      int lastBoundary = boundaries.stream().filter(b -> b <= length).reduce(0, Math::max);
      try (PcapngReader reader = reader(Arrays.copyOf(whole, cut))) {
        int packets = 0;
        PcapngException broken = null;
        try {
          while (reader.advance()) {
            packets++;
          }
        } catch (PcapngException e) {
          broken = e;
        }
        assertThat(packets)
            .as("cut at %d", cut)
            .isEqualTo(
                (int) Stream.of(4, 5, 6).filter(b -> boundaries.get(b + 1) <= length).count());
        if (cut > 0 && cut == lastBoundary) {
          assertThat(broken).as("cut at %d", cut).isNull();
        } else {
          assertThat(broken).as("cut at %d", cut).isNotNull();
          assertThat(broken.offset()).isEqualTo(lastBoundary);
          assertThat(broken.fault())
              .isEqualTo(cut < 4 ? BlockFault.NOT_PCAPNG : BlockFault.TRUNCATED);
        }
      }
    }
  }

  private static List<Integer> boundaries(byte[] file, ByteOrder order) {
    List<Integer> offsets = new ArrayList<>(List.of(0));
    int at = 0;
    while (at < file.length) {
      at += ByteBuffer.wrap(file).order(order).getInt(at + 4);
      offsets.add(at);
    }
    return offsets;
  }

  @ParameterizedTest
  @CsvSource({
    "0, BAD_LENGTH",
    "3, BAD_LENGTH",
    "12, BAD_LENGTH",
    "28, BAD_LENGTH",
    "33, BAD_LENGTH",
    "32, LENGTHS_DIFFER",
    "1000, TRUNCATED",
    "16777216, TRUNCATED",
    "16777220, TOO_LONG",
    "2147483644, TOO_LONG",
    "-4, TOO_LONG"
  })
  void shouldStopAtHostileLength(int length, BlockFault fault) throws IOException {
    byte[] good = file(List.of(ethernet("eth0")), packet(0, T0, 60));
    byte[] bad = packet(0, T0 + 1, 60);
    BlockLayout.putI32(MemorySegment.ofArray(bad), 4, length);

    try (PcapngReader reader = reader(concat(good, bad))) {
      assertThat(reader.advance()).isTrue();
      PcapngException broken = catchThrowableOfType(PcapngException.class, reader::advance);
      assertThat(broken.fault()).isEqualTo(fault);
      assertThat(broken)
          .hasMessage(
              "node-1.pcapng is broken at byte %d: %s".formatted(good.length, fault.sentence()));
      assertThatThrownBy(reader::advance).isSameAs(broken);
    }
  }

  @Test
  void shouldReadBlocksLongerThanItsBuffer() throws IOException {
    byte[] large = new byte[5_000_001];
    Arrays.fill(large, (byte) 7);
    byte[] file =
        file(
            List.of(ethernet("lo")),
            packet(0, T0, 60),
            EnhancedPacket.whole(0, T0 + 1, large).encode(),
            packet(0, T0 + 2, 60));
    try (PcapngReader reader = reader(file)) {
      assertThat(reader.advance()).isTrue();
      assertThat(reader.advance()).isTrue();
      assertThat(reader.data().mismatch(MemorySegment.ofArray(large))).isEqualTo(-1);
      assertThat(reader.advance()).isTrue();
      assertThat(reader.timestampNs()).isEqualTo(T0 + 2);
      assertThat(reader.advance()).isFalse();
    }
  }

  @Test
  void shouldStopAtPacketOfUndescribedInterface() throws IOException {
    byte[] good = file(List.of(ethernet("eth0")));
    for (int id : new int[] {1, -1, Integer.MIN_VALUE}) {
      try (PcapngReader reader = reader(concat(good, packet(id, T0, 60)))) {
        assertThatThrownBy(reader::advance)
            .hasMessageContaining(
                "is broken at byte %d: the block names an interface".formatted(good.length));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "d4c3b2a1020004000000000000000000, a classic pcap file; convert it with editcap",
    "4d3cb2a1020004000000000000000000, a classic pcap file; convert it with editcap",
    "28b52ffd240000000000000000000000, compressed by zstd",
    "1f8b0800000000000000000000000000, compressed by gzip",
    "1f8b0808123456780000000000000000, compressed by gzip",
    "474554202f20485454502f312e310d0a, does not start with a section header",
    "'', it is empty"
  })
  void shouldSayWhatAFileIsThatIsNoPcapng(String hex, String cause) throws IOException {
    try (PcapngReader reader = reader(HexFormat.of().parseHex(hex))) {
      assertThatThrownBy(reader::advance)
          .isInstanceOf(PcapngException.class)
          .hasMessageStartingWith("node-1.pcapng is broken at byte 0: ")
          .hasMessageContaining(cause);
    }
  }

  @Test
  void shouldIgnoreMalformedOptions() throws IOException {
    byte[] file =
        new RawFile(ByteOrder.LITTLE_ENDIAN)
            .section()
            .begin(1)
            .u16(1)
            .u16(0)
            .u32(0)
            .option(2, "eth0")
            .u16(3)
            .u16(0xFFFF)
            .u32(0)
            .end()
            .toBytes();
    try (PcapngReader reader = reader(file)) {
      assertThat(reader.advance()).isFalse();
      assertThat(reader.interfaces())
          .extracting(InterfaceDescription::name)
          .containsExactly("eth0");
    }
  }

  @Property(tries = 2000)
  void shouldEndOnAnyDamage(
      @ForAll @IntRange(min = 0, max = 700) int at, @ForAll int damage, @ForAll boolean big)
      throws IOException {
    byte[] file = RawFile.everyKind(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    ByteBuffer.wrap(file).putInt(Math.min(at, file.length - 4), damage);
    try (PcapngReader reader = reader(file)) {
      while (reader.advance()) {
        assertThat(reader.data().byteSize()).isEqualTo(reader.capturedLength());
        assertThat(reader.timestampNs()).isNotNull();
      }
    } catch (PcapngException e) {
      assertThat(e.offset()).isLessThan(file.length);
    }
  }

  @Property(tries = 500)
  void shouldEndOnAnyGarbageAfterTheHeader(@ForAll byte[] garbage) throws IOException {
    try (PcapngReader reader = reader(concat(file(List.of(ethernet("eth0"))), garbage))) {
      while (reader.advance()) {
        assertThat(reader.capturedLength()).isLessThanOrEqualTo(garbage.length);
      }
    } catch (PcapngException e) {
      assertThat(e).hasMessageContaining("node-1.pcapng is broken at byte");
    }
  }

  private static PcapngReader reader(byte[] file) {
    return PcapngReader.open(new ByteArrayInputStream(file), "node-1.pcapng");
  }
}
