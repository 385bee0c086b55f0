// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.protocol.ProtocolTable;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  @Test
  void shouldSayWhatAChainChecksAndCosts() throws FilterException {
    Explanation explanation =
        explain(
            FilterLanguage.CHAIN,
            "eth/vlan?@v/ipv4[src in @pods]/tcp[dport==443] where v.vid==2 capture headers");
    assertThat(explanation.checks())
        .containsExactly(
            "eth",
            "vlan, 0 to 1 times, called v",
            "ipv4",
            "  src in @pods",
            "tcp",
            "  dport == 443",
            "where v.vid == 2",
            "keep headers");
    assertThat(explanation.minimalPacketLength()).isEqualTo(14 + 20 + 4);
    assertThat(explanation.programs())
        .extracting(Explanation.Program::hook)
        .containsExactly(Hook.XDP, Hook.TC);
    assertThat(explanation.toText(false))
        .contains("runs at   XdpNative, XdpGeneric, ")
        .contains("asks      @pods, IPV4")
        .contains("rxvlan");
  }

  @Test
  void shouldListInstructionsWithComments() throws FilterException {
    String listing = explain(FilterLanguage.CHAIN, "eth/ipv4/tcp[dport==443]").toText(true);
    assertThat(listing)
        .contains("; ipv4 at 14")
        .contains("; tcp at r7")
        .contains("; dport, and what it is compared with, in the order of the packet")
        .contains("if w0 != %d goto".formatted(0xbb01))
        .contains("call bpf_tail_call")
        .doesNotContain("unknown");
  }

  @Test
  void shouldShowTheClassicProgramOfAPcapFilter() throws FilterException {
    Explanation explanation = explain(FilterLanguage.PCAP, "ip and tcp[13] = 2");
    assertThat(explanation.checks())
        .contains(
            "000: ldh       [12]",
            "001: jeq      #0x800  jt 2  jf 10",
            "006: ldxb     4*([14]&0xf)",
            "010: ret      #0");
    assertThat(explanation.toText(true)).doesNotContain("unknown");
  }

  @Test
  void shouldWriteJson() throws FilterException {
    String json = explain(FilterLanguage.CHAIN, "eth/ipv4").toJson(false);
    assertThat(json)
        .startsWith("{\"language\":\"CHAIN\",\"filter\":\"eth/ipv4\",\"linkType\":\"ETHERNET\"")
        .contains("\"minimalPacketLength\":14", "\"capturePoints\":[\"Tc\"]");
  }

  @Test
  void shouldSayThatAVerdictIsKnownOnlyAtTheExitOfAProgram() throws FilterException {
    Explanation explanation = explain(FilterLanguage.CHAIN, "eth where verdict == XDP_DROP");
    assertThat(explanation.programs()).isEmpty();
    assertThat(explanation.notes()).anyMatch(note -> note.contains("exit of an XDP program"));
  }

  @Test
  void shouldCompleteWords() {
    ProtocolTable table = ProtocolTable.standard();
    assertThat(Completion.words("eth/ip", table)).containsExactly("ipv4", "ipv6");
    assertThat(Completion.words("//gt", table)).containsExactly("gtp");
    assertThat(Completion.words("eth/ipv4/tcp[dp", table)).containsExactly("dport");
    assertThat(Completion.words("eth/ipv4/tcp[syn, !a", table)).containsExactly("ack");
    assertThat(Completion.words("eth/arp[op==re", table)).containsExactly("reply", "request");
    assertThat(Completion.words("eth/ipv4 where ipv4.tt", table)).containsExactly("ttl");
    assertThat(Completion.words("eth/ipv4 wh", table)).containsExactly("where");
  }

  private static Explanation explain(FilterLanguage language, String text) throws FilterException {
    return Explanation.of(Filters.compile(language, text, LinkType.ETHERNET));
  }
}
