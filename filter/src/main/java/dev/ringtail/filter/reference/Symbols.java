// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.util.HashMap;
import java.util.Map;

/** Names of values, from IANA's registries. */
final class Symbols {

  private static final String ETHER_TYPES =
      "ipv4 0x800 arp 0x806 vlan 0x8100 ipv6 0x86dd mpls 0x8847 qinq 0x88a8";
  private static final String IP_PROTOCOLS =
      "icmp 1 ipv4 4 tcp 6 udp 17 ipv6 41 gre 47 esp 50 icmp6 58 sctp 132";
  private static final String PORTS =
      "ssh 22 domain 53 http 80 ntp 123 https 443 gtp 2152 vxlan 4789 geneve 6081";
  private static final String ICMP_TYPES =
      "echo_reply 0 unreachable 3 redirect 5 echo_request 8 time_exceeded 11";
  private static final String ICMP6_TYPES =
      "unreachable 1 packet_too_big 2 time_exceeded 3 echo_request 128 echo_reply 129"
          + " router_solicit 133 router_advert 134 neighbor_solicit 135 neighbor_advert 136";

  private Symbols() {}

  /**
   * The number that a name means for a field.
   *
   * @param field with its protocol or list before it
   */
  static long number(String field, String name) {
    Long number = parse(names(field)).get(name);
    if (number == null) {
      throw new IllegalArgumentException(field + " has no value " + name);
    }
    return number;
  }

  private static String names(String field) {
    return switch (field) {
      case "eth.type", "vlan.type", "qinq.type", "gre.proto", "geneve.proto" -> ETHER_TYPES;
      case "ipv4.proto", "ipv6.next_header", "srv6.next_header" -> IP_PROTOCOLS;
      case "tcp.sport", "tcp.dport", "udp.sport", "udp.dport", "sctp.sport", "sctp.dport" -> PORTS;
      case "icmp.type" -> ICMP_TYPES;
      case "icmp6.type" -> ICMP6_TYPES;
      case "sctp.chunk_type" -> "data 0 init 1 init_ack 2 sack 3 heartbeat 4";
      case "arp.op" -> "request 1 reply 2";
      case "gtp.msg_type" -> "echo_request 1 echo_response 2 gpdu 255";
      case "dns.rcode" -> "noerror 0 formerr 1 servfail 2 nxdomain 3";
      case "ipv6.exts.ext_type" -> "hop_by_hop 0 routing 43 fragment 44 ah 51 destination 60";
      default -> "";
    };
  }

  private static Map<String, Long> parse(String pairs) {
    String[] words = pairs.split(" ");
    Map<String, Long> names = new HashMap<>();
    for (int i = 0; i + 1 < words.length; i += 2) {
      names.put(words[i], Long.decode(words[i + 1]));
    }
    return names;
  }
}
