// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.FilterBench;
import dev.ringtail.filter.kernel.Packets;
import dev.ringtail.filter.pcap.OfflineFilter;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Chain filters that tcpdump's language can say too: the kernel answers as libpcap does. */
class ChainPcapEquivalenceIT {

  private static final String SANE4 = "ip[0] & 0xf >= 5 and ";

  private record Pair(String chain, String pcap) {}

  private static final List<Pair> PAIRS =
      List.of(
          new Pair("eth", "ether[0] >= 0"),
          new Pair("eth/ipv4", "ip"),
          new Pair("eth/ipv6", "ip6"),
          new Pair("eth/arp", "arp"),
          new Pair("eth/vlan", "ether[12:2] = 0x8100"),
          new Pair("eth/vlan[vid==2]", "ether[12:2] = 0x8100 and ether[14:2] & 0xfff = 2"),
          new Pair("eth/vlan/ipv4", "ether[12:2] = 0x8100 and ether[16:2] = 0x800"),
          new Pair(
              "eth/vlan?/ipv4",
              "ether[12:2] = 0x800 or (ether[12:2] = 0x8100 and ether[16:2] = 0x800)"),
          new Pair(
              "eth/(vlan|qinq)/(vlan|qinq)/arp",
              "(ether[12:2] = 0x8100 or ether[12:2] = 0x88a8) and (ether[16:2] = 0x8100 or"
                  + " ether[16:2] = 0x88a8) and ether[20:2] = 0x806"),
          new Pair("eth/ipv4/tcp", SANE4 + "ip proto 6 and ip[6:2] & 0x1fff = 0"),
          new Pair("eth/ipv4/tcp[dport==443]", SANE4 + "ip and tcp dst port 443"),
          new Pair("eth/ipv4/tcp[port==443]", SANE4 + "ip and tcp port 443"),
          new Pair(
              "eth/ipv4/tcp[port!=443]", SANE4 + "tcp and tcp[0:2] != 443 and tcp[2:2] != 443"),
          new Pair("eth/ipv4[host==10.0.0.1]", "ip host 10.0.0.1"),
          new Pair("eth/ipv4[net==10.0.1.0/24]", "ip net 10.0.1.0/24"),
          new Pair(
              "eth/ipv4[src==10.0.0.1]/udp[dport==53]",
              SANE4 + "ip src 10.0.0.1 and udp dst port 53"),
          new Pair("eth/ipv4[ttl in {62,64}]", "ip[8] = 62 or ip[8] = 64"),
          new Pair("eth/ipv4[ttl in {62..63}]", "ip[8] >= 62 and ip[8] <= 63"),
          new Pair("eth/ipv4[df]", "ip[6] & 0x40 != 0"),
          new Pair("eth/ipv4[!mf, frag_offset==0]", "ip[6:2] & 0x3fff = 0"),
          new Pair("eth/ipv4/tcp[syn, !ack]", SANE4 + "tcp[13] & 0x12 = 2"),
          new Pair("eth/ipv4/icmp[type==echo_request]", SANE4 + "icmp[0] = 8"),
          new Pair("eth/ipv4/sctp[sport<1000]", SANE4 + "ip and sctp[0:2] < 1000"),
          new Pair("eth/ipv6[host==2001:db8::1]", "ip6 host 2001:db8::1"),
          new Pair(
              "eth/ipv6[src in {2001:db8::/64}]",
              "ip6 src net 2001:db8::/64 and ip6[20:4] != 0x12345678"),
          new Pair("eth/ipv6[src==2001:db8::/127]", "ip6 src net 2001:db8::/127"),
          new Pair("eth[dst==02:00:00:00:00:01]", "ether dst 02:00:00:00:00:01"),
          new Pair("eth[dst!=02:00:00:00:00:01]", "not ether dst 02:00:00:00:00:01"),
          new Pair(
              "eth/mpls[label==1]",
              "ether[12:2] = 0x8847 and ether[14:2] = 0 and ether[16] & 0xf0 = 0x10"),
          new Pair(
              "eth/mpls[s==1]/ipv4",
              "ether[12:2] = 0x8847 and ether[16] & 1 = 1 and ether[18] & 0xf0 = 0x40"),
          new Pair("eth/ip[host in {10.0.0.1, 2001:db8::2}]", "host 10.0.0.1 or host 2001:db8::2"),
          new Pair("eth/arp[op==request]", "arp[6:2] = 1"),
          new Pair("eth/ipv4 where ipv4.ttl * 2 == 128", "ip[8] = 64"),
          new Pair(
              "eth/ipv4 where ipv4.total_length > 100 and not ipv4.ttl == 64",
              "ip[2:2] > 100 and ip[8] != 64"),
          new Pair(
              "eth/ipv4/tcp where tcp.sport == tcp.dport", SANE4 + "tcp and tcp[0:2] = tcp[2:2]"));

  @ParameterizedTest
  @EnumSource(Hook.class)
  void shouldAnswerAsLibpcapDoes(Hook hook) throws Exception {
    List<byte[]> packets = new Packets(11).generate(3000);
    try (FilterBench bench = new FilterBench(hook)) {
      for (Pair pair : PAIRS) {
        try (OfflineFilter libpcap = new OfflineFilter(pair.pcap())) {
          FilterBench.Program program =
              bench.load(Filters.compile(FilterLanguage.CHAIN, pair.chain(), LinkType.ETHERNET));
          int matches = 0;
          for (byte[] packet : packets) {
            boolean expected = libpcap.matches(packet, packet.length);
            matches += expected ? 1 : 0;
            assertThat(program.matches(packet))
                .as("%s on %s", pair.chain(), HexFormat.of().formatHex(packet))
                .isEqualTo(expected);
          }
          System.out.printf("%-50s %5d matches%n", pair.chain(), matches);
          for (byte[] packet : packets.subList(0, 60)) {
            for (int length = 14; length < Math.min(80, packet.length); length++) {
              assertThat(program.matches(packet, length))
                  .as("%s on %d of %s", pair.chain(), length, HexFormat.of().formatHex(packet))
                  .isEqualTo(libpcap.matches(packet, length));
            }
          }
        }
      }
    }
  }
}
