// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Packets with names, written byte by byte. */
final class Corpus {

  static final String MACS = "020000000002" + "020000000001";
  private static final String ETH4 = MACS + "0800";
  private static final String ETH6 = MACS + "86dd";
  private static final String A6 = "20010db8000000000000000000000001";
  private static final String B6 = "20010db8000000000000000000000002";

  private final Map<String, byte[]> packets = new LinkedHashMap<>();

  private Corpus() {}

  static Map<String, byte[]> packets() {
    Corpus corpus = new Corpus();
    corpus.plain();
    corpus.tagged();
    corpus.tunnels();
    corpus.extensions();
    corpus.odd();
    return corpus.packets;
  }

  private void add(String name, String... hex) {
    packets.put(name, HexFormat.of().parseHex(String.join("", hex)));
  }

  static String ipv4(int protocol, String upper) {
    return "4500%04x00010000ff%02x00000a0000010a000005".formatted(20 + upper.length() / 2, protocol)
        + upper;
  }

  static String ipv6(int next, String upper) {
    return "60000000%04x%02x40".formatted(upper.length() / 2, next) + A6 + B6 + upper;
  }

  /** SYN from 40000, without options. */
  static String tcp(int dport) {
    return "9c40%04x0000000100000000500271100000".formatted(dport) + "0000" + "cafe";
  }

  /** SYN with MSS 1300, SACK permitted, timestamps 5 and 3, window scale 7. */
  static String tcpWithOptions() {
    return "9c4001bb0000000100000000a00271100000"
        + "0000"
        + "02040514"
        + "0402"
        + "080a0000000500000003"
        + "01"
        + "030307"
        + "cafe";
  }

  static String udp(int sport, int dport, String upper) {
    return "%04x%04x%04x0000".formatted(sport, dport, 8 + upper.length() / 2) + upper;
  }

  static String vxlan(int vni, String frame) {
    return "08000000%06x00".formatted(vni) + frame;
  }

  private void plain() {
    add("tcp443", ETH4, ipv4(6, tcp(443)));
    add("tcp80", ETH4, ipv4(6, tcp(80)));
    add("tcpOptions", ETH4, ipv4(6, tcpWithOptions()));
    add("tcp6", ETH6, ipv6(6, tcp(443)));
    add("dnsQuery", ETH4, ipv4(17, udp(40000, 53, "123401000001000000000000")));
    add("dnsReply", ETH4, ipv4(17, udp(53, 40000, "123481830001000000000000")));
    add(
        "dnsTcp",
        ETH4,
        ipv4(6, "9c4000350000000100000000501871100000" + "0000" + "000c123401000001000000000000"));
    add("icmp", ETH4, ipv4(1, "08000000000a0001"));
    add("icmp6", ETH6, ipv6(58, "87000000" + "00000000" + B6));
    add("sctp", ETH4, ipv4(132, "0bb80b590000000100000000" + "01000014"));
    add(
        "arp",
        MACS,
        "0806",
        "0001080006040001",
        "020000000001",
        "0a000001",
        "000000000000",
        "0a000005");
    add("espIp", ETH4, ipv4(50, "0000010000000001" + "00"));
    add("espUdp", ETH4, ipv4(17, udp(4500, 4500, "0000020000000001")));
    add("ike", ETH4, ipv4(17, udp(4500, 4500, "0000000000000001")));
  }

  private void tagged() {
    add("vlan2", MACS, "8100", "6002", "0800", ipv4(6, tcp(443)));
    add("vlan2vlan3", MACS, "8100", "6002", "8100", "0003", "0800", ipv4(6, tcp(80)));
    add("qinq5vlan2", MACS, "88a8", "0005", "8100", "0002", "0800", ipv4(6, tcp(443)));
    add("mpls2", MACS, "8847", "0001003f", "0002013e", ipv4(6, tcp(443)));
    add("mplsCw", MACS, "8847", "0001013f", "00000007", ETH4, ipv4(6, tcp(443)));
  }

  private void tunnels() {
    String inner = ETH4 + ipv4(6, tcp(443));
    add("vxlan", ETH4, ipv4(17, udp(1000, 4789, vxlan(5, inner))));
    add("vxlan8472", ETH4, ipv4(17, udp(1000, 8472, vxlan(6, inner))));
    add("vxlanIn6", ETH6, ipv6(17, udp(1000, 4789, vxlan(5, inner))));
    add("vxlanVlan", MACS, "8100", "0009", "0800", ipv4(17, udp(1000, 4789, vxlan(5, inner))));
    add(
        "geneve",
        ETH4,
        ipv4(17, udp(1000, 6081, "0340655800000700" + "01028001deadbeef" + "01030000" + inner)));
    add("gre", ETH4, ipv4(47, "00000800" + ipv4(6, tcp(443))));
    add("greKey", ETH4, ipv4(47, "20000800" + "00000003" + ipv4(6, tcp(443))));
    add("greAll", ETH4, ipv4(47, "b0006558" + "00000000" + "00000004" + "00000009" + inner));
    add("ipip", ETH4, ipv4(4, ipv4(6, tcp(443))));
    add("6in4", ETH4, ipv4(41, ipv6(6, tcp(443))));
    add("4in6", ETH6, ipv6(4, ipv4(17, udp(1, 2, ""))));
    add("gtp", ETH4, ipv4(17, udp(2152, 2152, "30ff003400000001" + ipv4(6, tcp(443)))));
    add(
        "gtpExt",
        ETH4,
        ipv4(
            17, udp(2152, 2152, "36ff003c00000001" + "00070085" + "01000100" + ipv4(6, tcp(443)))));
    add("mplsUdp", ETH4, ipv4(17, udp(1000, 6635, "0001013f" + ipv4(6, tcp(443)))));
  }

  private void extensions() {
    String hop = "%02x00050200000000";
    String segments =
        "%02x04040101000000"
            + "fc000000000000000000000000000001"
            + "fc000000000000000000000000000002";
    add("hopTcp6", ETH6, ipv6(0, hop.formatted(6) + tcp(443)));
    add("srv6", ETH6, ipv6(43, segments.formatted(6) + tcp(443)));
    add("srv6In4", ETH6, ipv6(43, segments.formatted(4) + ipv4(6, tcp(443))));
    add("frag6first", ETH6, ipv6(44, "0600000100000007" + tcp(443)));
    add("frag6later", ETH6, ipv6(44, "0600010000000007" + tcp(443)));
    add(
        "ah6",
        ETH6,
        ipv6(51, "0604000000000001" + "00000001" + "000000000000000000000000" + tcp(443)));
    add("optionsRa", ETH4, "4600002a00010000ff0600000a0000010a00000594040000", tcp(443));
    add("frag4later", ETH4, "4500002a00010010ff0600000a0000010a000005", tcp(443));
    add("frag4first", ETH4, "4500002a00012000ff0600000a0000010a000005", tcp(443));
  }

  private void odd() {
    add("ihl4", ETH4, "4400002a00010000ff0600000a0000010a000005", tcp(443));
    add("short", ETH4, "4500002a00010000ff06");
    add("llc", MACS, "0026", "424203000000");
  }
}
