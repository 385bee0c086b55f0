// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

/** Where headers end. */
final class Headers {

  /** Not to be computed: a length is impossible. */
  static final int UNKNOWN = -1;

  private static final int MOST_GTP_EXTENSIONS = 4;

  private Headers() {}

  /**
   * Offset of the first byte behind a header, or {@link #UNKNOWN}.
   *
   * @throws TruncatedException if a byte is missing that says so
   */
  static int end(Packet packet, Layer layer) {
    int at = layer.offset();
    return switch (layer.protocol()) {
      case "eth" -> at + 14;
      case "vlan", "qinq", "mpls", "cw" -> at + 4;
      case "ipv4" -> words(at, packet.u8(at) & 0x0f);
      case "ipv6" -> new Ipv6Walk(packet, at + 40).end(packet.u8(at + 6));
      case "srv6" -> at + 8 + 8 * packet.u8(at + 1);
      case "tcp" -> words(at, packet.nibble(at + 12));
      case "udp", "icmp", "icmp6", "vxlan", "esp" -> at + 8;
      case "sctp", "dns" -> at + 12;
      case "arp" -> at + 28;
      case "gre" -> greEnd(packet, at);
      case "geneve" -> at + 8 + 4 * (packet.u8(at) & 0x3f);
      case "gtp" -> gtpEnd(packet, at);
      default -> throw new IllegalArgumentException("no protocol " + layer.protocol());
    };
  }

  private static int words(int at, int words) {
    return words < 5 ? UNKNOWN : at + 4 * words;
  }

  /** RFC 2784 and 2890: checksum, key and sequence number take four bytes each. */
  static int greEnd(Packet packet, int at) {
    return at + 4 + 4 * Integer.bitCount(packet.u8(at) & 0xb0);
  }

  /** 3GPP TS 29.281, 5.1 and 5.2. */
  static int gtpEnd(Packet packet, int at) {
    int flags = packet.u8(at);
    if ((flags & 0x07) == 0) {
      return at + 8;
    }
    int end = at + 12;
    if ((flags & 0x04) == 0) {
      return end;
    }
    for (int i = 0; packet.u8(end - 1) != 0; i++) {
      int length = packet.u8(end);
      if (length == 0 || i == MOST_GTP_EXTENSIONS) {
        return UNKNOWN;
      }
      end += 4 * length;
    }
    return end;
  }
}
