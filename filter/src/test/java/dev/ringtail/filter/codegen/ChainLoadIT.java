// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.kernel.FilterBench;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The verifier accepts the programs of every feature of the language, far from its limit. */
class ChainLoadIT {

  private static final int VERIFIER_LIMIT = 1_000_000;

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

  static String[] filters() {
    return new String[] {
      "eth/ipv4/tcp[dport==443]",
      "eth/ipv4/udp/vxlan/eth/ipv4/tcp",
      "//tcp",
      "//tcp[dport==443]",
      "//tcp[port==443]",
      "//ipv4[host==10.0.0.5]",
      "//ip[host in {10.0.0.0/8, 2001:db8::/32}]",
      "//ipv4[src==10.0.0.1]//tcp[dport==443]",
      "//ipv4//ipv4//tcp",
      "//ipv4@outer//ipv4@inner where outer.ttl == inner.ttl",
      "//ipv4@a//ipv4@b//tcp@c where a.src == b.src and c.dport > a.ttl",
      "//udp/vxlan[vni==5]//tcp[syn]",
      "eth/vlan{0,2}/ipv4/tcp[port==80]",
      "eth/(vlan|qinq)*/ipv4/udp/vxlan/eth/ipv4/tcp capture headers",
      "eth/vlan+@v/ipv4 where v[0].vid == 2 and any(v.pcp == 3)",
      "eth/(vlan|qinq)+@t/ip where all(t.vid > 0) and exists(t[1])",
      "eth/mpls+@m/ipv4 where all(m.ttl > 1) capture m",
      "eth/mpls{1,8}/cw/eth/ipv4",
      "//mpls+/ip",
      "eth/ipv4/gre[key==3]/ipv4",
      "//gre[k, key in {1..3}]//udp capture gre+8",
      "eth/ip/gre/(ipv4|ipv6|eth)",
      "//geneve[vni==1]/eth/ip/tcp where exists(geneve.options[0]) and geneve.options[1].class == 1",
      "//gtp[teid==1]/ip/tcp where gtp.exts[0].ext_type == 0x85 or gtp.seq == 4",
      "//gtp/ip capture headers",
      "eth/ipv6/srv6/tcp where srv6.segments[0].addr == fc00::1",
      "eth/ipv6/srv6@s where s.segments[s.segments_left].addr in {fc00::/7}",
      "//srv6[segments_left==0]//tcp capture headers+20",
      "eth/ipv6/tcp where exists(ipv6.exts[0]) and ipv6.exts[1].ext_type == fragment",
      "eth/ipv6 capture headers",
      "eth/ipv4/tcp where tcp.options.MSS.value < 1400",
      "//tcp where exists(tcp.options.SACKOK) and tcp.options.TS.tsval > tcp.options.TS.tsecr",
      "eth/ipv4 where exists(ipv4.options.RA)",
      "//dns[qr, rcode==nxdomain]",
      "//udp/(dns|vxlan)",
      "//udp/(dns[qr]|vxlan/eth/ipv4|esp[spi==5])",
      "//esp[spi==0x100]",
      "//(tcp[port==80]|udp[port==53]|sctp[chunk_type==init])",
      "eth/ipv4/(tcp|udp)@l4 where l4.sport > 1024",
      "eth/ip/(tcp[syn]|icmp|icmp6)? where ip.version == 4",
      "eth/(vlan/(mpls|qinq)){0,3}/ipv4",
      "eth/(vlan|qinq)*/mpls*/ip/(gre/ip)*/tcp",
      "//ipv4[src in @pods]//tcp[dport in @ports]",
      "//ip[host in @pods]",
      "eth[src in @macs]/ipv4 where ipv4.ttl in @ports",
      "//arp[op==request, tpa==10.0.0.1]",
      "eth/ipv4/tcp capture absolute 128",
      "eth/ipv4/tcp capture ipv4+20",
      "eth//tcp[dport==443] capture headers",
      "//eth[src==02:00:00:00:00:01]//tcp",
      "//ipv4/ipv6/tcp",
      "//icmp6[type==neighbor_solicit]",
      "//vlan[vid==2]//tcp[port in {22,80,443,8080,8443,9000..9100}]",
      "//tcp where tcp.sport * 2 + 1 > tcp.dport / (tcp.window % 7) | 3 & 5 << 2",
      "//(ipv4/udp/vxlan/eth)+/ipv4/tcp",
      "//ipv6//ipv6//udp",
    };
  }

  @ParameterizedTest
  @MethodSource("filters")
  void shouldLoadAtEveryHook(String text) throws Exception {
    long start = System.nanoTime();
    CompiledFilter filter = Filters.compile(FilterLanguage.CHAIN, text, LinkType.ETHERNET);
    long compiled = System.nanoTime();
    for (SetUse use : filter.sets()) {
      SetMap.Layout layout =
          use.type().name().startsWith("IP") ? SetMap.Layout.LPM_TRIE : SetMap.Layout.HASH;
      xdp.bind(use, layout, 64);
      tc.bind(use, layout, 64);
    }
    long before = System.nanoTime();
    FilterBench.Program atXdp = xdp.load(filter);
    long loaded = System.nanoTime();
    FilterBench.Program atTc = tc.load(filter);
    System.out.printf(
        "%-90s %6d instructions, %7d verified at XDP, %7d at tc; compiled %d us, loaded %d us%n",
        text,
        filter.assemble(xdp.contract()).instructionCount(),
        atXdp.verifiedInstructions(),
        atTc.verifiedInstructions(),
        (compiled - start) / 1000,
        (loaded - before) / 1000);
    assertThat(atXdp.verifiedInstructions()).isLessThan(VERIFIER_LIMIT / 2);
    assertThat(atTc.verifiedInstructions()).isLessThan(VERIFIER_LIMIT / 2);
  }
}
