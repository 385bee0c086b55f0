// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.LinkType;
import java.util.ArrayList;
import java.util.List;

/** Which layers may follow a layer, in the order in which the readings are tried. */
record Dissector(Packet packet) {

  private static final List<Layer> NOTHING = List.of();

  /** What the packet starts with. */
  List<Layer> link(LinkType type) {
    return type == LinkType.ETHERNET ? List.of(new Layer("eth", 0)) : byNibble(0);
  }

  /** What may come next; nothing if the packet ends before it says so. */
  List<Layer> after(Layer layer) {
    try {
      return next(layer);
    } catch (TruncatedException e) {
      return NOTHING;
    }
  }

  private List<Layer> next(Layer layer) {
    int at = layer.offset();
    return switch (layer.protocol()) {
      case "eth" -> byEtherType(packet.u16(at + 12), at + 14);
      case "vlan", "qinq" -> byEtherType(packet.u16(at + 2), at + 4);
      case "mpls" -> afterLabel(at);
      case "cw" -> one("eth", at + 4);
      case "ipv4" -> afterIpv4(at);
      case "ipv6" -> new Ipv6Walk(packet, at + 40).upper(packet.u8(at + 6));
      case "srv6" -> new Ipv6Walk(packet, at + 8 + 8 * packet.u8(at + 1)).upper(packet.u8(at));
      case "tcp" -> afterTcp(at);
      case "udp" -> afterUdp(at);
      case "gre" -> afterGre(at);
      case "vxlan" -> one("eth", at + 8);
      case "geneve" -> afterGeneve(at);
      case "gtp" -> afterGtp(at);
      default -> NOTHING;
    };
  }

  private List<Layer> byEtherType(int type, int at) {
    return switch (type) {
      case 0x0800 -> one("ipv4", at);
      case 0x0806 -> one("arp", at);
      case 0x8100 -> one("vlan", at);
      case 0x86dd -> one("ipv6", at);
      case 0x8847, 0x8848 -> one("mpls", at);
      case 0x88a8 -> one("qinq", at);
      default -> NOTHING;
    };
  }

  private List<Layer> byNibble(int at) {
    try {
      return switch (packet.nibble(at)) {
        case 4 -> one("ipv4", at);
        case 6 -> one("ipv6", at);
        default -> NOTHING;
      };
    } catch (TruncatedException e) {
      return NOTHING;
    }
  }

  private List<Layer> afterLabel(int at) {
    if ((packet.u8(at + 2) & 1) == 0) {
      return one("mpls", at + 4);
    }
    return packet.nibble(at + 4) == 0 ? one("cw", at + 4) : byNibble(at + 4);
  }

  private List<Layer> afterIpv4(int at) {
    int words = packet.u8(at) & 0x0f;
    boolean later = (packet.u16(at + 6) & 0x1fff) != 0;
    int protocol = packet.u8(at + 9);
    if (words < 5 || later) {
      return NOTHING;
    }
    return protocol == 1 ? one("icmp", at + 4 * words) : inIp(protocol, at + 4 * words);
  }

  /** What IPv4 and IPv6 announce by the same numbers. */
  static List<Layer> inIp(int protocol, int at) {
    return switch (protocol) {
      case 4 -> one("ipv4", at);
      case 6 -> one("tcp", at);
      case 17 -> one("udp", at);
      case 41 -> one("ipv6", at);
      case 47 -> one("gre", at);
      case 50 -> one("esp", at);
      case 132 -> one("sctp", at);
      default -> NOTHING;
    };
  }

  private List<Layer> afterTcp(int at) {
    int words = packet.nibble(at + 12);
    boolean dns = packet.u16(at) == 53 || packet.u16(at + 2) == 53;
    return dns && words >= 5 ? one("dns", at + 4 * words + 2) : NOTHING;
  }

  private List<Layer> afterUdp(int at) {
    int source = packet.u16(at);
    int destination = packet.u16(at + 2);
    int payload = at + 8;
    List<Layer> readings = new ArrayList<>();
    if (source == 53 || destination == 53) {
      readings.add(new Layer("dns", payload));
    }
    if ((source == 4500 || destination == 4500) && isEsp(payload)) {
      readings.add(new Layer("esp", payload));
    }
    switch (destination) {
      case 4789, 8472 -> readings.add(new Layer("vxlan", payload));
      case 6081 -> readings.add(new Layer("geneve", payload));
      case 2152 -> readings.add(new Layer("gtp", payload));
      case 6635 -> readings.add(new Layer("mpls", payload));
      default -> {}
    }
    return readings;
  }

  private boolean isEsp(int payload) {
    try {
      return packet.bits(8L * payload, 32).signum() != 0;
    } catch (TruncatedException e) {
      return false;
    }
  }

  private List<Layer> afterGre(int at) {
    boolean routed = (packet.u8(at) & 0x40) != 0;
    int type = packet.u16(at + 2);
    if (routed || (packet.u8(at + 1) & 0x07) != 0) {
      return NOTHING;
    }
    int end = Headers.greEnd(packet, at);
    return switch (type) {
      case 0x0800 -> one("ipv4", end);
      case 0x6558 -> one("eth", end);
      case 0x86dd -> one("ipv6", end);
      case 0x8847, 0x8848 -> one("mpls", end);
      default -> NOTHING;
    };
  }

  private List<Layer> afterGeneve(int at) {
    int first = packet.u8(at);
    int type = packet.u16(at + 2);
    if (first >> 6 != 0) {
      return NOTHING;
    }
    int end = at + 8 + 4 * (first & 0x3f);
    return switch (type) {
      case 0x0800 -> one("ipv4", end);
      case 0x6558 -> one("eth", end);
      case 0x86dd -> one("ipv6", end);
      default -> NOTHING;
    };
  }

  private List<Layer> afterGtp(int at) {
    boolean user = packet.u8(at) >> 4 == 0x3 && packet.u8(at + 1) == 255;
    int end = user ? Headers.gtpEnd(packet, at) : Headers.UNKNOWN;
    return end == Headers.UNKNOWN ? NOTHING : byNibble(end);
  }

  static List<Layer> one(String protocol, int at) {
    return List.of(new Layer(protocol, at));
  }
}
