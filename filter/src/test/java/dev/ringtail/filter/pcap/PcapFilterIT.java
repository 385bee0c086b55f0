// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.Captures;
import dev.ringtail.filter.kernel.FilterBench;
import dev.ringtail.filter.kernel.Packets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's verdict on translated filters equals that of libpcap's own interpreter. */
class PcapFilterIT {

  private static final List<String> FILTERS =
      List.of(
          "",
          "tcp",
          "tcp port 443",
          "udp port 53",
          "port 22 or port 80",
          "not port 443",
          "tcp dst port 443 and src net 10.0.0.0/24",
          "host 10.0.0.1",
          "host 10.0.0.1 and not host 10.0.1.2",
          "ip6 host 2001:db8::1",
          "net 10.0.1.0/24",
          "ip6",
          "ip6 proto 44",
          "ip6 protochain 6",
          "ip protochain 6",
          "arp",
          "vlan",
          "vlan 2",
          "vlan and vlan and ip",
          "vlan and tcp port 80",
          "mpls",
          "mpls 1 and mpls 2",
          "mpls and ip",
          "icmp[icmptype] = icmp-echo",
          "tcp[tcpflags] & (tcp-syn|tcp-fin) != 0",
          "tcp[13] = 2",
          "tcp[(tcp[12] >> 2):4] = 0x01030307",
          "ip[0] & 0xf != 5",
          "ip[6:2] & 0x1fff = 0",
          "ip[2:2] > 100",
          "portrange 8000-9000",
          "portrange 50-500",
          "ether host 02:00:00:00:00:01",
          "ether host 02-00-00-00-00-01",
          "ether dst 01:00:00:00:00:01",
          "ether multicast",
          "ether broadcast",
          "ip multicast",
          "less 64",
          "greater 100",
          "len > 60 and len <= 200",
          "ether[12:2] = 0x800",
          "ether[14] & 0xf0 = 0x40",
          "ether[10:4] & 0xffff = 0x8100",
          "ether[60:4] != 0",
          "ether[200] > 3",
          "ether[ether[19]] = 1",
          "ether[ether[19] & 31:2] > 100",
          "ether[20000] = 1",
          "ip[8] / (ip[9] - 6) > 2",
          "ip[8] % (ip[9] - 17) = 3",
          "ip[2:2] * 3 - ip[8] > 100",
          "ip[1] << ip[0] = 0",
          "ip[4:4] >> (ip[1] & 63) = 0",
          "-ip[1] & 0xff = 16",
          "ip[1] ^ ip[5] < 100",
          "ip[1] | ip[5] >= 200",
          "geneve",
          "geneve 1 and ip",
          "proto \\tcp",
          "ip proto \\udp",
          "port domain or https",
          "tcp port http",
          "sctp",
          "ah or esp",
          "pppoes",
          "stp",
          "llc",
          "ip broadcast or ether[0] & 1 = 1");

  private static List<String> supported() {
    return FILTERS.stream().filter(text -> !text.startsWith("ip broadcast")).toList();
  }

  @ParameterizedTest
  @EnumSource(Hook.class)
  void shouldAgreeWithLibpcapOnGeneratedPackets(Hook hook) throws Exception {
    List<byte[]> packets = new Packets(3).generate(4000);
    try (FilterBench bench = new FilterBench(hook)) {
      for (String text : supported()) {
        try (OfflineFilter libpcap = new OfflineFilter(text)) {
          FilterBench.Program program = bench.load(compile(text));
          for (byte[] packet : packets) {
            assertThat(program.matches(packet))
                .as("%s on %s", text, HexFormat.of().formatHex(packet))
                .isEqualTo(libpcap.matches(packet, packet.length));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Hook.class)
  void shouldAgreeWithLibpcapOnRealCaptures(Hook hook) throws Exception {
    Optional<Path> folder = Captures.folder();
    assumeTrue(folder.isPresent(), "no folder shared/corpus with captures beside the repository");
    List<byte[]> frames = Captures.frames(folder.get());
    assertThat(frames).hasSizeGreaterThan(1000);
    long agreements = 0;
    try (FilterBench bench = new FilterBench(hook)) {
      for (String text : supported()) {
        try (OfflineFilter libpcap = new OfflineFilter(text)) {
          FilterBench.Program program = bench.load(compile(text));
          for (byte[] frame : frames) {
            assertThat(program.matches(frame))
                .as("%s on %s", text, HexFormat.of().formatHex(frame))
                .isEqualTo(libpcap.matches(frame, frame.length));
            agreements++;
          }
        }
      }
    }
    System.out.printf(
        "%s: %d agreements of %d filters with libpcap on real captures%n",
        hook, agreements, supported().size());
  }

  @Test
  void shouldReadBytesThatAreNotLinear() throws Exception {
    List<byte[]> packets = new Packets(4).generate(300);
    try (FilterBench bench = new FilterBench(Hook.XDP)) {
      assumeTrue(bench.canSplit(), "this kernel cannot test XDP with split packets");

      for (String text : supported()) {
        try (OfflineFilter libpcap = new OfflineFilter(text)) {
          FilterBench.Program program = bench.load(compile(text));
          for (byte[] packet : packets) {
            if (packet.length > 20) {
              assertThat(program.matchesSplit(packet, 15))
                  .as("%s on %s", text, HexFormat.of().formatHex(packet))
                  .isEqualTo(libpcap.matches(packet, packet.length));
            }
          }
        }
      }
    }
  }

  @Test
  void shouldSeeTheTagBesideThePacketInItsPlace() throws Exception {
    List<byte[]> packets = new Packets(5).generate(1000);
    try (FilterBench bench = new FilterBench(Hook.TC)) {
      for (String text : supported()) {
        try (OfflineFilter libpcap = new OfflineFilter(text)) {
          FilterBench.Program program = bench.loadBehindTag(compile(text), 0x8100, 0x6002);
          for (byte[] packet : packets) {
            byte[] wire = withTag(packet, 0x8100, 0x6002);
            assertThat(program.matches(packet))
                .as("%s on %s", text, HexFormat.of().formatHex(wire))
                .isEqualTo(libpcap.matches(wire, wire.length));
          }
        }
      }
    }
  }

  @Test
  void shouldStartAtTheNetworkHeaderOnRawLinks() throws Exception {
    List<byte[]> packets = new Packets(6).generate(2000);
    try (FilterBench bench = new FilterBench(Hook.XDP);
        OfflineFilter libpcap = new OfflineFilter("tcp port 443 or udp", 12)) {
      CompiledFilter filter =
          Filters.compile(FilterLanguage.PCAP, "tcp port 443 or udp", LinkType.RAW_IP);
      FilterBench.Program program = bench.load(filter);
      for (byte[] packet : packets) {
        if (packet.length >= 28) {
          byte[] raw = java.util.Arrays.copyOfRange(packet, 14, packet.length);
          assertThat(program.matches(raw)).isEqualTo(libpcap.matches(raw, raw.length));
        }
      }
    }
  }

  @Test
  void shouldCountRefusalsAndHandOverTheWholePacket() throws Exception {
    try (FilterBench bench = new FilterBench(Hook.XDP)) {
      FilterBench.Program program = bench.load(compile("ether[0] = 2"));
      byte[] packet = new byte[64];
      assertThat(program.matches(packet)).isFalse();
      packet[0] = 2;
      assertThat(program.keeps(packet, 0)).hasValue(0xffffffffL);
      assertThat(bench.counter(8)).isEqualTo(1);
      assertThat(bench.counter(16)).isZero();
    }
  }

  @Test
  void shouldCountTailCallsThatFallThrough() throws Exception {
    try (FilterBench bench = new FilterBench(Hook.XDP)) {
      FilterBench.Program program =
          bench.load(compile("ether[0] = 2").assemble(bench.contractWithEmptySlot()));
      byte[] packet = new byte[64];
      packet[0] = 2;
      assertThat(program.matches(packet)).isFalse();
      assertThat(bench.counter(8)).isZero();
      assertThat(bench.counter(16)).isEqualTo(1);
      assertThat(bench.counter(64)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp port 443", "vlan and ip", "ether[ether[19]] = 1"})
  void shouldNeedNoMoreBytesThanItSays(String text) throws Exception {
    int least = compile(text).minimalPacketLength();
    List<byte[]> packets = new Packets(7).generate(500);
    try (OfflineFilter libpcap = new OfflineFilter(text)) {
      for (byte[] packet : packets) {
        for (int length = 0; length < Math.min(least, packet.length); length++) {
          assertThat(libpcap.matches(packet, length)).isFalse();
        }
      }
    }
  }

  private static CompiledFilter compile(String text) throws FilterException {
    return Filters.compile(FilterLanguage.PCAP, text, LinkType.ETHERNET);
  }

  static byte[] withTag(byte[] packet, int tagProtocol, int tci) {
    byte[] wire = new byte[packet.length + 4];
    System.arraycopy(packet, 0, wire, 0, 12);
    wire[12] = (byte) (tagProtocol >> 8);
    wire[13] = (byte) tagProtocol;
    wire[14] = (byte) (tci >> 8);
    wire[15] = (byte) tci;
    System.arraycopy(packet, 12, wire, 16, packet.length - 12);
    return wire;
  }
}
