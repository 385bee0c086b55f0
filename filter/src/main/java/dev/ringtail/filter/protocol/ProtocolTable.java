// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import static dev.ringtail.filter.protocol.Field.ipv4;
import static dev.ringtail.filter.protocol.Field.ipv6;
import static dev.ringtail.filter.protocol.Field.mac;
import static dev.ringtail.filter.protocol.Field.number;

import dev.ringtail.filter.protocol.Next.Case;
import dev.ringtail.filter.protocol.Next.Guard;
import dev.ringtail.filter.protocol.Next.PortCase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/** All protocols. To add one, add its declaration here and name it in what carries it. */
public final class ProtocolTable {

  private static final Map<String, Long> ETHER_TYPES =
      Map.of(
          "ipv4", 0x0800L, "arp", 0x0806L, "vlan", 0x8100L, "ipv6", 0x86ddL, "mpls", 0x8847L,
          "qinq", 0x88a8L);
  private static final Map<String, Long> IP_PROTOCOLS =
      Map.of(
          "icmp", 1L, "ipv4", 4L, "tcp", 6L, "udp", 17L, "ipv6", 41L, "gre", 47L, "esp", 50L,
          "icmp6", 58L, "sctp", 132L);
  private static final Map<String, Long> SERVICES =
      Map.of(
          "ssh", 22L, "domain", 53L, "http", 80L, "ntp", 123L, "https", 443L, "gtp", 2152L, "vxlan",
          4789L, "geneve", 6081L);

  private static final List<Case> IP = List.of(new Case(4, "ipv4"), new Case(6, "ipv6"));
  private static final List<Case> ETHER_CASES =
      List.of(
          new Case(0x0800, "ipv4"),
          new Case(0x86dd, "ipv6"),
          new Case(0x8100, "vlan"),
          new Case(0x88a8, "qinq"),
          new Case(0x0806, "arp"),
          new Case(0x8847, "mpls"),
          new Case(0x8848, "mpls"));
  private static final List<Case> TUNNELED =
      List.of(
          new Case(0x0800, "ipv4"),
          new Case(0x86dd, "ipv6"),
          new Case(0x6558, "eth"),
          new Case(0x8847, "mpls"),
          new Case(0x8848, "mpls"));

  private static final Shift GRE_CHECKSUM = new Shift(new FlagTest(0, 0x80), 4);
  private static final Shift GRE_KEY = new Shift(new FlagTest(0, 0x20), 4);
  private static final Shift GRE_SEQUENCE = new Shift(new FlagTest(0, 0x10), 4);

  private static final List<Protocol> DECLARED =
      List.of(
          new Protocol(
              "eth",
              "Ethernet",
              new HeaderLength.Fixed(14),
              new Next.ByNumber(12, 2, ETHER_CASES, List.of()),
              List.of(mac("dst", 0), mac("src", 48), number("type", 96, 16, ETHER_TYPES))),
          tag("vlan", "VLAN tag (802.1Q)"),
          tag("qinq", "service VLAN tag (802.1ad)"),
          new Protocol(
              "mpls",
              "MPLS label",
              new HeaderLength.Fixed(4),
              new Next.ByLabelStack(
                  "mpls", List.of(new Case(4, "ipv4"), new Case(6, "ipv6"), new Case(0, "cw"))),
              List.of(
                  number("label", 0, 20),
                  number("tc", 20, 3),
                  number("s", 23, 1),
                  number("ttl", 24, 8))),
          new Protocol(
              "cw",
              "pseudowire control word",
              new HeaderLength.Fixed(4),
              new Next.Always("eth"),
              List.of(
                  number("flags", 4, 4),
                  number("frg", 8, 2),
                  number("length", 10, 6),
                  number("seq", 16, 16))),
          new Protocol(
                  "ipv4",
                  "IPv4",
                  new HeaderLength.Scaled(0, 0, 0x0f, 4, 0, 20),
                  new Next.ByNumber(
                      9,
                      1,
                      List.of(
                          new Case(6, "tcp"),
                          new Case(17, "udp"),
                          new Case(1, "icmp"),
                          new Case(132, "sctp"),
                          new Case(47, "gre"),
                          new Case(50, "esp"),
                          new Case(4, "ipv4"),
                          new Case(41, "ipv6")),
                      List.of(new Guard(6, 2, 0x1fff, 0))),
                  List.of(
                      number("version", 0, 4),
                      number("ihl", 4, 4),
                      number("dscp", 8, 6),
                      number("ecn", 14, 2),
                      number("total_length", 16, 16),
                      number("id", 32, 16),
                      number("df", 49, 1),
                      number("mf", 50, 1),
                      number("frag_offset", 51, 13),
                      number("ttl", 64, 8),
                      number("proto", 72, 8, IP_PROTOCOLS),
                      number("checksum", 80, 16),
                      ipv4("src", 96),
                      ipv4("dst", 128)))
              .withOptions(
                  List.of(
                      new OptionKind("RR", 7, List.of()),
                      new OptionKind("TS", 68, List.of()),
                      new OptionKind("LSRR", 131, List.of()),
                      new OptionKind("SSRR", 137, List.of()),
                      new OptionKind("RA", 148, List.of(number("value", 16, 16))))),
          new Protocol(
                  "ipv6",
                  "IPv6",
                  new HeaderLength.Ipv6(),
                  upperOfIpv6(),
                  List.of(
                      number("version", 0, 4),
                      number("traffic_class", 4, 8),
                      number("flow_label", 12, 20),
                      number("payload_length", 32, 16),
                      number("next_header", 48, 8, IP_PROTOCOLS),
                      number("hop_limit", 56, 8),
                      ipv6("src", 64),
                      ipv6("dst", 192)))
              .withList(
                  new EntryList(
                      "exts",
                      List.of(
                          number(
                              "ext_type",
                              0,
                              8,
                              Map.of(
                                  "hop_by_hop",
                                  0L,
                                  "routing",
                                  43L,
                                  "fragment",
                                  44L,
                                  "ah",
                                  51L,
                                  "destination",
                                  60L))),
                      EntryList.Walk.IPV6_EXTENSIONS)),
          new Protocol(
                  "srv6",
                  "segment routing header",
                  new HeaderLength.Scaled(1, 0, 0xff, 8, 8, 8),
                  upperOfIpv6(),
                  List.of(
                      number("next_header", 0, 8, IP_PROTOCOLS),
                      number("segments_left", 24, 8),
                      number("last_entry", 32, 8),
                      number("flags", 40, 8),
                      number("tag", 48, 16)))
              .withList(
                  new EntryList("segments", List.of(ipv6("addr", 0)), EntryList.Walk.SEGMENTS)),
          new Protocol(
                  "tcp",
                  "TCP",
                  new HeaderLength.Scaled(12, 4, 0x0f, 4, 0, 20),
                  new Next.ByPorts(List.of(new PortCase(53, true, "dns", 2, false))),
                  List.of(
                      number("sport", 0, 16, SERVICES),
                      number("dport", 16, 16, SERVICES),
                      number("seq", 32, 32),
                      number("ack", 64, 32),
                      number("data_offset", 96, 4),
                      number("flags", 104, 8),
                      number("window", 112, 16),
                      number("checksum", 128, 16),
                      number("urgent", 144, 16)))
              .withFlags(
                  List.of(
                      number("fin", 111, 1),
                      number("syn", 110, 1),
                      number("rst", 109, 1),
                      number("psh", 108, 1),
                      number("ack", 107, 1),
                      number("urg", 106, 1),
                      number("ece", 105, 1),
                      number("cwr", 104, 1)))
              .withOptions(
                  List.of(
                      new OptionKind("MSS", 2, List.of(number("value", 16, 16))),
                      new OptionKind("WS", 3, List.of(number("shift", 16, 8))),
                      new OptionKind("SACKOK", 4, List.of()),
                      new OptionKind("SACK", 5, List.of()),
                      new OptionKind(
                          "TS", 8, List.of(number("tsval", 16, 32), number("tsecr", 48, 32))))),
          new Protocol(
              "udp",
              "UDP",
              new HeaderLength.Fixed(8),
              new Next.ByPorts(
                  List.of(
                      new PortCase(53, true, "dns", 0, false),
                      new PortCase(4500, true, "esp", 0, true),
                      new PortCase(4789, false, "vxlan", 0, false),
                      new PortCase(8472, false, "vxlan", 0, false),
                      new PortCase(6081, false, "geneve", 0, false),
                      new PortCase(2152, false, "gtp", 0, false),
                      new PortCase(6635, false, "mpls", 0, false))),
              List.of(
                  number("sport", 0, 16, SERVICES),
                  number("dport", 16, 16, SERVICES),
                  number("length", 32, 16),
                  number("checksum", 48, 16))),
          icmp(
              "icmp",
              "ICMP",
              Map.of(
                  "echo_reply",
                  0L,
                  "unreachable",
                  3L,
                  "redirect",
                  5L,
                  "echo_request",
                  8L,
                  "time_exceeded",
                  11L)),
          icmp(
              "icmp6",
              "ICMPv6",
              Map.of(
                  "unreachable",
                  1L,
                  "packet_too_big",
                  2L,
                  "time_exceeded",
                  3L,
                  "echo_request",
                  128L,
                  "echo_reply",
                  129L,
                  "router_solicit",
                  133L,
                  "router_advert",
                  134L,
                  "neighbor_solicit",
                  135L,
                  "neighbor_advert",
                  136L)),
          new Protocol(
              "sctp",
              "SCTP",
              new HeaderLength.Fixed(12),
              new Next.Nothing(),
              List.of(
                  number("sport", 0, 16, SERVICES),
                  number("dport", 16, 16, SERVICES),
                  number("vtag", 32, 32),
                  number(
                      "chunk_type",
                      96,
                      8,
                      Map.of(
                          "data", 0L, "init", 1L, "init_ack", 2L, "sack", 3L, "heartbeat", 4L)))),
          new Protocol(
              "arp",
              "ARP for IPv4 on Ethernet",
              new HeaderLength.Fixed(28),
              new Next.Nothing(),
              List.of(
                  number("op", 48, 16, Map.of("request", 1L, "reply", 2L)),
                  mac("sha", 64),
                  ipv4("spa", 112),
                  mac("tha", 144),
                  ipv4("tpa", 192))),
          new Protocol(
              "gre",
              "GRE",
              new HeaderLength.Optional(4, List.of(GRE_CHECKSUM, GRE_KEY, GRE_SEQUENCE)),
              new Next.ByNumber(2, 2, TUNNELED, List.of(new Guard(0, 2, 0x4007, 0))),
              List.of(
                  number("c", 0, 1),
                  number("k", 2, 1),
                  number("s", 3, 1),
                  number("version", 13, 3),
                  number("proto", 16, 16, ETHER_TYPES),
                  number("key", 32, 32).when(0, 0x20).behind(GRE_CHECKSUM),
                  number("seq", 32, 32).when(0, 0x10).behind(GRE_CHECKSUM, GRE_KEY))),
          new Protocol(
              "vxlan",
              "VXLAN",
              new HeaderLength.Fixed(8),
              new Next.Always("eth"),
              List.of(number("flags", 0, 8), number("vni", 32, 24))),
          new Protocol(
                  "geneve",
                  "Geneve",
                  new HeaderLength.Scaled(0, 0, 0x3f, 4, 8, 8),
                  new Next.ByNumber(
                      2, 2, TUNNELED.subList(0, 3), List.of(new Guard(0, 1, 0xc0, 0))),
                  List.of(
                      number("ver", 0, 2),
                      number("opt_len", 2, 6),
                      number("oam", 8, 1),
                      number("critical", 9, 1),
                      number("proto", 16, 16, ETHER_TYPES),
                      number("vni", 32, 24)))
              .withList(
                  new EntryList(
                      "options",
                      List.of(
                          number("class", 0, 16), number("type", 16, 8), number("length", 27, 5)),
                      EntryList.Walk.GENEVE_OPTIONS)),
          new Protocol(
                  "gtp",
                  "GTP-U",
                  new HeaderLength.Gtp(),
                  new Next.ByNibble(
                      IP, List.of(new Guard(0, 1, 0xf0, 0x30), new Guard(1, 1, 0xff, 0xff))),
                  List.of(
                      number("version", 0, 3),
                      number(
                          "msg_type",
                          8,
                          8,
                          Map.of("echo_request", 1L, "echo_response", 2L, "gpdu", 255L)),
                      number("length", 16, 16),
                      number("teid", 32, 32),
                      number("seq", 64, 16).when(0, 0x02),
                      number("npdu", 80, 8).when(0, 0x01),
                      number("next_ext", 88, 8).when(0, 0x04)))
              .withList(
                  new EntryList(
                      "exts", List.of(number("ext_type", 0, 8)), EntryList.Walk.GTP_EXTENSIONS)),
          new Protocol(
              "esp",
              "ESP",
              new HeaderLength.Fixed(8),
              new Next.Nothing(),
              List.of(number("spi", 0, 32), number("seq", 32, 32))),
          new Protocol(
              "dns",
              "DNS header",
              new HeaderLength.Fixed(12),
              new Next.Nothing(),
              List.of(
                  number("id", 0, 16),
                  number("qr", 16, 1),
                  number("opcode", 17, 4),
                  number(
                      "rcode",
                      28,
                      4,
                      Map.of("noerror", 0L, "formerr", 1L, "servfail", 2L, "nxdomain", 3L)),
                  number("qdcount", 32, 16))));

  private static final ProtocolTable STANDARD = new ProtocolTable(DECLARED);

  private final Map<String, Protocol> byName = new LinkedHashMap<>();

  private ProtocolTable(Collection<Protocol> protocols) {
    protocols.forEach(protocol -> byName.put(protocol.name(), protocol));
  }

  /** The table with the ports that IANA and Linux give the tunnels. */
  public static ProtocolTable standard() {
    return STANDARD;
  }

  /** The table with further destination ports that mean VXLAN. */
  public ProtocolTable withVxlanPorts(SortedSet<Integer> ports) {
    Protocol udp = get("udp");
    List<PortCase> cases = new ArrayList<>(((Next.ByPorts) udp.next()).cases());
    ports.forEach(port -> cases.add(new PortCase(port, false, "vxlan", 0, false)));
    return new ProtocolTable(
        Stream.concat(byName.values().stream(), Stream.of(udp.withNext(new Next.ByPorts(cases))))
            .toList());
  }

  /**
   * The protocol of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Protocol get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no protocol " + name));
  }

  /**
   * The first protocol that is laid out in the same way, often itself: one reads like the other.
   */
  public Protocol layout(Protocol protocol) {
    return byName.values().stream()
        .filter(
            other ->
                other.fields().equals(protocol.fields())
                    && other.length().equals(protocol.length())
                    && other.next().equals(protocol.next()))
        .findFirst()
        .orElse(protocol);
  }

  public Optional<Protocol> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All protocols, in the order of their declarations. */
  public Collection<Protocol> all() {
    return byName.values();
  }

  /** The protocols that may carry one, in the order of their declarations. */
  public List<Protocol> carriersOf(String name) {
    return byName.values().stream()
        .filter(protocol -> protocol.next().protocols().contains(name))
        .toList();
  }

  private static Protocol tag(String name, String title) {
    return new Protocol(
        name,
        title,
        new HeaderLength.Fixed(4),
        new Next.ByNumber(2, 2, ETHER_CASES, List.of()),
        List.of(
            number("pcp", 0, 3),
            number("dei", 3, 1),
            number("vid", 4, 12),
            number("type", 16, 16, ETHER_TYPES)));
  }

  private static Protocol icmp(String name, String title, Map<String, Long> types) {
    return new Protocol(
        name,
        title,
        new HeaderLength.Fixed(8),
        new Next.Nothing(),
        List.of(
            number("type", 0, 8, types),
            number("code", 8, 8),
            number("checksum", 16, 16),
            number("id", 32, 16),
            number("seq", 48, 16)));
  }

  /** IPv6 and the segment routing header carry the same. */
  private static Next upperOfIpv6() {
    return new Next.ByWalk(
        List.of(
            new Case(6, "tcp"),
            new Case(17, "udp"),
            new Case(58, "icmp6"),
            new Case(132, "sctp"),
            new Case(47, "gre"),
            new Case(50, "esp"),
            new Case(4, "ipv4"),
            new Case(41, "ipv6"),
            new Case(43, "srv6")));
  }
}
