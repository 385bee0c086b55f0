// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.kernel.FilterBench;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which packets of a named corpus a filter matches, and how much of them it keeps. */
class ChainExamplesIT {

  private static final Map<String, byte[]> PACKETS = Corpus.packets();
  private static FilterBench xdp;
  private static FilterBench tc;

  @BeforeAll
  static void open() {
    xdp = new FilterBench(Hook.XDP);
    tc = new FilterBench(Hook.TC);
  }

  @AfterAll
  static void close() {
    xdp.close();
    tc.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "eth/ipv4/tcp[dport==443]; tcp443 tcpOptions optionsRa frag4first",
        "eth/ipv4/udp/vxlan/eth/ipv4/tcp; vxlan vxlan8472",
        "eth/vlan?/ipv4/tcp; tcp443 tcp80 tcpOptions dnsTcp vlan2 optionsRa frag4first short",
        "eth/vlan{0,2}/ipv4/tcp[port==80]; tcp80 vlan2vlan3",
        "//tcp[port==80]; tcp80 vlan2vlan3",
        "eth//tcp[port==80]; tcp80 vlan2vlan3",
        "//sctp[chunk_type==init, vtag==1]; sctp",
        "eth/arp[op==request, tpa==10.0.0.5, sha==02:00:00:00:00:01]; arp",
        "eth/vlan; vlan2 vlan2vlan3 vxlanVlan",
        "eth/qinq[vid==5]/vlan[vid==2]; qinq5vlan2",
        "eth/(vlan|qinq)+/ipv4; vlan2 vlan2vlan3 qinq5vlan2 vxlanVlan",
        "eth/vlan+@v/ipv4 where v[0].vid == 2; vlan2 vlan2vlan3",
        "eth/vlan+@v/ipv4 where v[1].vid == 3; vlan2vlan3",
        "eth/vlan+@v/ipv4 where exists(v[1]); vlan2vlan3",
        "eth/vlan+@v/ipv4 where not v[1].vid == 4; vlan2 vlan2vlan3 vxlanVlan",
        "eth/vlan+@v/ipv4 where any(v.vid == 3); vlan2vlan3",
        "eth/vlan+@v/ipv4 where all(v.vid < 3); vlan2",
        "eth/(vlan|qinq)*@t/ipv4 where any(t.vid == 5); qinq5vlan2",
        "eth/(vlan|qinq)+@t/ipv4 where all(t.pcp == 0); qinq5vlan2 vxlanVlan",
        "eth/mpls; mpls2 mplsCw",
        "eth/mpls/mpls[label==32, ttl==62]/ipv4; mpls2",
        "eth/mpls[label==16, s==0]/mpls[s==1]; mpls2",
        "eth/mpls/cw[seq==7]/eth/ipv4/tcp; mplsCw",
        "//mpls+/ipv4/tcp; mpls2 mplsUdp",
        "//vxlan[vni==5]//tcp; vxlan vxlanIn6 vxlanVlan",
        "//vxlan[vni in {6..9}]; vxlan8472",
        "//geneve[vni==7]/eth/ipv4/tcp; geneve",
        "//geneve where geneve.options[0].class == 0x102 and geneve.options[1].class == 0x103; geneve",
        "//geneve where exists(geneve.options[2]); -",
        "eth/ipv4/gre/ipv4/tcp[dport==443]; gre greKey",
        "//gre[key==3]; greKey",
        "//gre[key>=3]; greKey greAll",
        "//gre[!k]; gre",
        "//gre where gre.seq == 9; greAll",
        "//gre where not gre.key == 3; gre greAll",
        "//gre where exists(gre.key); greKey greAll",
        "eth/ipv4/gre/eth/ipv4/tcp; greAll",
        "eth/ipv4/ipv4/tcp; ipip",
        "eth/ipv4/ipv6/tcp; 6in4",
        "eth/ipv6/ipv4/udp; 4in6",
        "eth/ip/ip; ipip 6in4 4in6 srv6In4",
        "//gtp/ipv4/tcp; gtp gtpExt",
        "//gtp where gtp.exts[0].ext_type == 0x85; gtpExt",
        "//gtp where exists(gtp.exts[1]); -",
        "//gtp where gtp.seq == 7; gtpExt",
        "//gtp[teid==1] where not exists(gtp.seq); gtp",
        "eth/ipv6/tcp; tcp6 hopTcp6 srv6 frag6first ah6",
        "eth/ipv6/srv6/tcp; srv6",
        "eth/ipv6/srv6/ipv4; srv6In4",
        "eth/ipv6/srv6 where srv6.segments[0].addr == fc00::1; srv6 srv6In4",
        "eth/ipv6/srv6 where srv6.segments[srv6.segments_left].addr in {fc00::2/127}; srv6 srv6In4",
        "eth/ipv6/srv6 where srv6.segments[2].addr == fc00::1; -",
        "eth/ipv6 where exists(ipv6.exts[0]); hopTcp6 srv6 srv6In4 frag6first frag6later ah6",
        "eth/ipv6 where ipv6.exts[0].ext_type == fragment; frag6first frag6later",
        "eth/ipv6 where ipv6.exts[0].ext_type in {hop_by_hop, ah}; hopTcp6 ah6",
        "eth/ipv4/tcp where tcp.options.MSS.value < 1400; tcpOptions",
        "eth/ipv4/tcp where tcp.options.WS.shift == 7 and tcp.options.TS.tsval == 5; tcpOptions",
        "eth/ipv4/tcp where tcp.options.TS.tsecr >= tcp.options.TS.tsval; -",
        "eth/ipv4/tcp[dport==443] where not exists(tcp.options.SACKOK); tcp443 optionsRa frag4first",
        "eth/ipv4/tcp where exists(tcp.options.SACK); -",
        "eth/ipv4 where exists(ipv4.options.RA); optionsRa",
        "eth/ipv4 where ipv4.options.RA.value == 0; optionsRa",
        "eth/ipv4[ihl<5]; ihl4",
        "eth/ipv4[frag_offset>0]; frag4later",
        "//dns; dnsQuery dnsReply dnsTcp",
        "//dns[qr, rcode==nxdomain]; dnsReply",
        "//tcp/dns[id==0x1234, !qr]; dnsTcp",
        "//esp; espIp espUdp",
        "//udp/esp[spi==0x200, seq==1]; espUdp",
        "//icmp[type==echo_request, id==10]; icmp",
        "//icmp6[type==neighbor_solicit]; icmp6",
        "//ip[host==2001:db8::2]/tcp; tcp6 6in4 hopTcp6 srv6 frag6first ah6",
        "eth/ipv4 where ipv4.src == ipv4.dst; -",
        "eth/ipv4/tcp where tcp.sport % 100 == 0 and tcp.dport - 3 == 440; tcp443 tcpOptions optionsRa frag4first",
        "eth/ipv4/tcp where tcp.dport / (tcp.urgent) == 0 and tcp.dport == 80; tcp80",
        "eth/ipv4/tcp where 2 + 3 * 4 == 14 and tcp.dport == 0x50; tcp80",
        "eth/ipv4/tcp where tcp.dport & 0xff == 80 | 0 and tcp.dport >> 8 == 0; tcp80",
        "eth/ipv4/(tcp@t|udp@u) where t.dport == 80 or u.dport == 53; tcp80 dnsQuery",
        "eth/ipv4/(tcp|udp)@l where l.dport in {53, 80}; tcp80 dnsQuery dnsTcp",
        "eth/ipv4/tcp where tcp.port == 80; tcp80",
        "eth/ipv4/tcp where tcp.port != 443; tcp80 dnsTcp",
        "eth/ipv4/tcp where tcp.syn and not tcp.ack and tcp.dport == 80; tcp80",
        "//ipv4@a//ipv4@b where a.src == b.src and b.ttl == 255; vxlan vxlan8472 vxlanVlan geneve gre greKey greAll ipip gtp gtpExt mplsUdp",
        "eth[type==0x26]; llc",
        "eth[src==02:00:00:00:00:01, dst!=02:00:00:00:00:01]/arp; arp",
      })
  void shouldMatchExactly(String text, String names) throws Exception {
    Set<String> expected = new TreeSet<>(Set.of(names.split(" ")));
    expected.remove("-");
    CompiledFilter filter = compile(text);
    assertThat(matching(xdp, filter)).as("XDP: " + text).isEqualTo(expected);
    assertThat(matching(tc, filter)).as("tc: " + text).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Hook.class)
  void shouldFindTheSameInPacketsThatAreNotLinear(Hook hook) throws Exception {
    FilterBench bench = hook == Hook.XDP ? xdp : tc;
    assumeTrue(bench.canSplit(), "this kernel cannot test %s with split packets".formatted(hook));
    for (String text : ChainLoadIT.filters()) {
      CompiledFilter filter = compile(text);
      if (!filter.sets().isEmpty()) {
        continue;
      }
      FilterBench.Program program = bench.load(filter);
      PACKETS.forEach(
          (name, bytes) -> {
            OptionalLong whole = program.keeps(bytes, 0);
            for (int linear = 14; linear < bytes.length; linear += 13) {
              assertThat(program.keeps(bytes, linear)).as(text + " on " + name).isEqualTo(whole);
            }
          });
    }
  }

  private static Set<String> matching(FilterBench bench, CompiledFilter filter) {
    FilterBench.Program program = bench.load(filter);
    Set<String> matching = new TreeSet<>();
    PACKETS.forEach(
        (name, bytes) -> {
          if (program.matches(bytes)) {
            matching.add(name);
          }
        });
    return matching;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "eth/ipv4/tcp; tcp443; 4294967295",
        "eth/ipv4/tcp capture all; tcp443; 4294967295",
        "eth/ipv4/tcp capture absolute 60; tcp443; 60",
        "eth/ipv4/tcp capture headers; tcp443; 54",
        "eth/ipv4/tcp capture headers; tcpOptions; 74",
        "eth/ipv4/tcp capture headers+2; tcpOptions; 76",
        "eth/ipv4/tcp capture ipv4; optionsRa; 38",
        "eth/ipv4/tcp capture headers; optionsRa; 58",
        "eth/(vlan|qinq)*/ipv4/udp/vxlan/eth/ipv4/tcp capture headers; vxlan; 104",
        "eth/(vlan|qinq)*/ipv4/udp/vxlan/eth/ipv4/tcp capture headers; vxlanVlan; 108",
        "eth/vlan+@v/ipv4 capture v; vlan2vlan3; 22",
        "//gre capture headers; greAll; 50",
        "//gtp capture headers; gtpExt; 58",
        "//gtp capture headers; gtp; 50",
        "//geneve capture headers; geneve; 62",
        "eth/ipv6 capture headers; hopTcp6; 62",
        "eth/ipv6 capture headers; ah6; 78",
        "eth/ipv6 capture headers; frag6later; 62",
        "eth/ipv6/srv6 capture headers; srv6; 94",
        "eth/ipv4/tcp? capture headers; icmp; 34",
        "eth/ipv4/(tcp@t|icmp) capture t; icmp; 4294967295",
        "eth/ipv4/tcp capture headers; short; 4294967295",
      })
  void shouldKeep(String text, String name, long bytes) throws Exception {
    CompiledFilter filter = compile(text);
    for (FilterBench bench : Set.of(xdp, tc)) {
      assertThat(bench.load(filter).keeps(PACKETS.get(name), 0)).as(text).hasValue(bytes);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "eth/vlan[vid==7]/ipv4/tcp[dport==443]; tcp443; true; 4294967295",
        "eth/vlan/ipv4/tcp capture headers; tcp443; true; 58",
        "eth/vlan capture headers; tcp443; true; 18",
        "eth/ipv4; tcp443; false; 0",
        "eth[type==0x8100]/vlan[pcp==3, type==0x800]; tcp443; true; 4294967295",
        "eth/vlan@a/vlan@b where a.vid == 7 and b.vid == 2; vlan2; true; 4294967295",
        "//tcp[dport==443]; vlan2; true; 4294967295",
        "eth/vlan*@v/ipv4 where v[0].vid == 7 and v[1].vid == 2 and not exists(v[2]); vlan2; true; 4294967295",
        "eth/vlan+@v where all(v.pcp == 3) capture v; vlan2; true; 22",
        "eth where eth.type == vlan; tcp443; true; 4294967295",
        "eth/qinq; tcp443; false; 0",
      })
  void shouldCountTheTagBesideThePacketAsALayer(
      String text, String name, boolean matches, long bytes) throws Exception {
    FilterBench.Program program = tc.loadBehindTag(compile(text), 0x8100, 0x6007);
    OptionalLong expected = matches ? OptionalLong.of(bytes) : OptionalLong.empty();
    assertThat(program.keeps(PACKETS.get(name), 0)).as(text).isEqualTo(expected);
  }

  @Test
  void shouldAskSetsThatChange() throws Exception {
    CompiledFilter filter =
        compile(
            "//ip[host in @pods]//tcp[dport in @ports] where eth0.src in @macs"
                .replace("//ip[", "eth@eth0//ip["));
    assertThat(filter.sets()).hasSize(4);
    Set<SetUse> uses = new LinkedHashSet<>(filter.sets());
    uses.forEach(
        use ->
            xdp.bind(
                use, use.name().equals("pods") ? SetMap.Layout.LPM_TRIE : SetMap.Layout.HASH, 16));
    assertThat(matching(xdp, filter)).isEmpty();
    for (SetUse use : uses) {
      switch (use.type()) {
        case IPV4 -> xdp.add(use, new byte[] {10, 0, 0, 4}, 31);
        case IPV6 -> {}
        case MAC -> xdp.add(use, number(0x020000000001L), 64);
        case NUMBER -> xdp.add(use, number(80), 64);
      }
    }
    assertThat(matching(xdp, filter)).containsExactly("tcp80", "vlan2vlan3");
  }

  private static byte[] number(long value) {
    return java.nio.ByteBuffer.allocate(8)
        .order(java.nio.ByteOrder.nativeOrder())
        .putLong(value)
        .array();
  }

  @Test
  void shouldStartAtTheNetworkHeaderOnRawLinks() throws Exception {
    CompiledFilter exact =
        Filters.compile(FilterLanguage.CHAIN, "ip/tcp[dport==443]", LinkType.RAW_IP);
    CompiledFilter any = Filters.compile(FilterLanguage.CHAIN, "//tcp", LinkType.RAW_IP);
    for (String name : Set.of("tcp443", "tcp6")) {
      byte[] frame = PACKETS.get(name);
      byte[] packet = java.util.Arrays.copyOfRange(frame, 14, frame.length);
      assertThat(xdp.load(exact).matches(packet)).isTrue();
      assertThat(xdp.load(any).matches(packet)).isTrue();
    }
  }

  @Test
  void shouldTakeFurtherVxlanPorts() throws Exception {
    byte[] packet = PACKETS.get("vxlan").clone();
    packet[36] = 0x12;
    packet[37] = 0x34;
    CompiledFilter filter =
        Filters.compile(
            FilterLanguage.CHAIN, "//vxlan//tcp", LinkType.ETHERNET, new TreeSet<>(Set.of(0x1234)));
    assertThat(xdp.load(filter).matches(packet)).isTrue();
    assertThat(xdp.load(compile("//vxlan//tcp")).matches(packet)).isFalse();
  }

  private static CompiledFilter compile(String text) throws Exception {
    return Filters.compile(FilterLanguage.CHAIN, text, LinkType.ETHERNET);
  }
}
