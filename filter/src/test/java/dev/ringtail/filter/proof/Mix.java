// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** What follows what, and how often, in the packets that a generator piles up. */
enum Mix {
  /** Hosts on a plain network. */
  PLAIN(
      """
      eth: ipv4*6 ipv6*3 arp*2 vlan other
      vlan: ipv4*2 ipv6
      ipv4: tcp*5 udp*3 icmp*2 sctp
      ipv6: tcp*4 udp*3 icmp6*2
      udp: dns data*3
      tcp: dns data*5
      """),
  /** VLAN and service tags. */
  TAGS(
      """
      eth: vlan*4 qinq*2 ipv4*2 ipv6
      vlan: vlan*2 qinq ipv4*3 ipv6 arp
      qinq: vlan*3 qinq ipv4*2 arp
      ipv4: tcp*3 udp*2
      ipv6: tcp*2 udp
      """),
  /** MPLS and pseudowires. */
  LABELS(
      """
      eth: mpls*6 vlan*2 ipv4
      vlan: mpls*2 ipv4
      mpls: mpls*5 ipv4*3 ipv6*2 cw*2
      cw: eth
      ipv4: tcp*3 udp*2
      ipv6: tcp*2 udp
      udp: mpls*2 data
      """),
  /** Overlays and tunnels of all kinds, in each other. */
  TUNNELS(
      """
      eth: ipv4*5 ipv6*3 vlan
      vlan: ipv4*2 ipv6
      ipv4: udp*5 gre*3 tcp*3 ipv4*2 ipv6
      ipv6: udp*5 gre*2 tcp*3 ipv4 ipv6
      udp: vxlan*4 geneve*3 gtp*3 data*2 mpls
      gre: ipv4*3 ipv6*2 eth*2 mpls
      geneve: eth*2 ipv4 ipv6
      gtp: ipv4*3 ipv6*2
      mpls: ipv4*2 ipv6
      """),
  /** GRE alone, in all its forms. */
  GRE(
      """
      eth: ipv4*3 ipv6
      ipv4: gre*6 tcp udp
      ipv6: gre*3 tcp
      gre: ipv4*3 ipv6*2 eth*2 mpls
      mpls: ipv4
      """),
  /** VXLAN and Geneve. */
  OVERLAYS(
      """
      eth: ipv4*4 ipv6*2 vlan
      vlan: ipv4*2 ipv6
      ipv4: udp*5 tcp*2
      ipv6: udp*3 tcp
      udp: vxlan*4 geneve*4 data
      geneve: eth*2 ipv4 ipv6
      """),
  /** VXLAN over IPv4. */
  VXLAN(
      """
      eth: ipv4*8 ipv6 vlan*2
      vlan: ipv4
      ipv4: udp*5 tcp*3
      ipv6: tcp
      udp: vxlan*8 data
      """),
  /** TCP over IPv4, for its options. */
  OPTIONS(
      """
      eth: ipv4*9 ipv6
      ipv4: tcp*9 udp
      ipv6: tcp
      """),
  /** Mobile user plane. */
  MOBILE(
      """
      eth: ipv4*4 ipv6 vlan
      vlan: ipv4
      ipv4: udp*6 tcp*2
      ipv6: udp*4 tcp
      udp: gtp*6 data
      gtp: ipv4*2 ipv6
      """),
  /** IPv6 with extension headers and segment routing. */
  SEGMENTS(
      """
      eth: ipv6*8 ipv4 vlan
      vlan: ipv6*2
      ipv6: extension*6 srv6*5 tcp*2 udp*2 icmp6 ipv4 ipv6
      extension: extension*2 srv6 tcp*3 udp*2 icmp6 ipv4 ipv6
      srv6: tcp*3 udp*2 ipv4 ipv6 extension
      ipv4: tcp*2 udp
      """),
  /** What lies in IP: options, fragments, and the protocols above. */
  UPPER(
      """
      eth: ipv4*5 ipv6*4
      ipv4: tcp*6 udp*5 icmp*2 sctp*3 esp*2
      ipv6: tcp*5 udp*4 icmp6*2 sctp*2 esp*2 extension
      extension: tcp*2 udp
      udp: dns*3 esp*3 data*2
      tcp: dns data*2
      """),
  /** Anything on anything. */
  EVERYTHING(
      """
      eth: ipv4*6 ipv6*5 vlan*2 qinq mpls*2 arp other
      vlan: ipv4*3 ipv6*2 vlan qinq mpls arp
      qinq: vlan*3 ipv4 ipv6 mpls arp qinq
      mpls: mpls*2 ipv4*2 ipv6*2 cw
      cw: eth
      ipv4: tcp*4 udp*6 icmp sctp esp gre*3 ipv4*2 ipv6
      ipv6: tcp*3 udp*5 icmp6 sctp esp gre*2 ipv4 ipv6 extension*2 srv6
      extension: tcp udp*2 icmp6 extension srv6 gre
      srv6: tcp udp*2 ipv4 ipv6
      udp: vxlan*3 geneve*2 gtp*2 mpls dns*2 esp data*3
      tcp: dns data*4
      gre: ipv4*3 ipv6*2 eth*2 mpls
      geneve: eth*2 ipv4 ipv6
      gtp: ipv4*3 ipv6*2
      """);

  private static final Map<String, List<String>> LEAVES =
      Map.of(
          "eth", List.of("ipv4"),
          "vlan", List.of("ipv4"),
          "qinq", List.of("ipv4"),
          "mpls", List.of("ipv4"),
          "ipv4", List.of("tcp", "udp"),
          "ipv6", List.of("tcp", "udp"),
          "extension", List.of("tcp"),
          "srv6", List.of("udp"));

  private final Map<String, List<String>> following = new HashMap<>();

  Mix(String rules) {
    for (String line : rules.lines().toList()) {
      String[] sides = line.split(": ");
      List<String> choices = new ArrayList<>();
      for (String word : sides[1].split(" ")) {
        String[] parts = word.split("\\*");
        int weight = parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
        for (int i = 0; i < weight; i++) {
          choices.add(parts[0]);
        }
      }
      following.put(sides[0], choices);
    }
  }

  /**
   * The layer behind another.
   *
   * @param ending whether the packet is deep enough
   * @return {@code data} if nothing is known to follow
   */
  String behind(String layer, boolean ending, RandomGenerator random) {
    List<String> choices = following.getOrDefault(layer, List.of("data"));
    if (ending) {
      choices = LEAVES.getOrDefault(layer, List.of("data"));
    }
    return choices.get(random.nextInt(choices.size()));
  }
}
