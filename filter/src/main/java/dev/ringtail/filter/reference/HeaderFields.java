// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of headers, copied from the diagrams of their RFCs. */
final class HeaderFields {

  /** Protocol, then name@firstBit+bits, followed by m, 4 or 6 for kinds of addresses. */
  private static final String DIAGRAMS =
      """
      eth dst@0+48m src@48+48m type@96+16
      vlan pcp@0+3 dei@3+1 vid@4+12 type@16+16
      qinq pcp@0+3 dei@3+1 vid@4+12 type@16+16
      mpls label@0+20 tc@20+3 s@23+1 ttl@24+8
      cw flags@4+4 frg@8+2 length@10+6 seq@16+16
      ipv4 version@0+4 ihl@4+4 dscp@8+6 ecn@14+2 total_length@16+16 id@32+16 df@49+1 mf@50+1
      ipv4 frag_offset@51+13 ttl@64+8 proto@72+8 checksum@80+16 src@96+324 dst@128+324
      ipv6 version@0+4 traffic_class@4+8 flow_label@12+20 payload_length@32+16 next_header@48+8
      ipv6 hop_limit@56+8 src@64+1286 dst@192+1286
      tcp sport@0+16 dport@16+16 seq@32+32 ack@64+32 data_offset@96+4 flags@104+8 window@112+16
      tcp checksum@128+16 urgent@144+16
      udp sport@0+16 dport@16+16 length@32+16 checksum@48+16
      icmp type@0+8 code@8+8 checksum@16+16 id@32+16 seq@48+16
      icmp6 type@0+8 code@8+8 checksum@16+16 id@32+16 seq@48+16
      sctp sport@0+16 dport@16+16 vtag@32+32 chunk_type@96+8
      arp op@48+16 sha@64+48m spa@112+324 tha@144+48m tpa@192+324
      gre c@0+1 k@2+1 s@3+1 version@13+3 proto@16+16
      vxlan flags@0+8 vni@32+24
      geneve ver@0+2 opt_len@2+6 oam@8+1 critical@9+1 proto@16+16 vni@32+24
      gtp version@0+3 msg_type@8+8 length@16+16 teid@32+32
      srv6 next_header@0+8 segments_left@24+8 last_entry@32+8 flags@40+8 tag@48+16
      esp spi@0+32 seq@32+32
      dns id@0+16 qr@16+1 opcode@17+4 rcode@28+4 qdcount@32+16
      """;

  /** RFC 9293, bit by bit from the right of byte 13. */
  private static final List<String> TCP_FLAGS =
      List.of("fin", "syn", "rst", "psh", "ack", "urg", "ece", "cwr");

  private static final int TCP_FLAGS_BIT = 104;

  private static final Map<String, Place> PLACES = parse();

  private record Place(int bit, int bits, Kind kind) {}

  private HeaderFields() {}

  private static Map<String, Place> parse() {
    Map<String, Place> places = new HashMap<>();
    for (String line : DIAGRAMS.lines().toList()) {
      String[] words = line.split(" ");
      for (int i = 1; i < words.length; i++) {
        String[] parts = words[i].split("[@+]");
        places.put(words[0] + "." + parts[0], place(Integer.parseInt(parts[1]), parts[2]));
      }
    }
    return places;
  }

  private static Place place(int bit, String size) {
    return switch (size) {
      case "48m" -> new Place(bit, 48, Kind.MAC);
      case "324" -> new Place(bit, 32, Kind.IPV4);
      case "1286" -> new Place(bit, 128, Kind.IPV6);
      default -> new Place(bit, Integer.parseInt(size), Kind.NUMBER);
    };
  }

  /** The fields that a name reads: an alias reads both ends. */
  static List<String> names(String name) {
    return switch (name) {
      case "port" -> List.of("sport", "dport");
      case "host", "net" -> List.of("src", "dst");
      default -> List.of(name);
    };
  }

  /**
   * A field; empty if this header has none.
   *
   * @throws TruncatedException if the packet ends before it says so
   */
  static Optional<Datum> value(Packet packet, Layer layer, String name) {
    String field = layer.protocol() + "." + name;
    Place place = PLACES.get(field);
    if (place == null) {
      place = optional(packet, layer, name);
    }
    if (place == null) {
      return Optional.empty();
    }
    long bit = 8L * layer.offset() + place.bit();
    int bits = place.bits();
    return Optional.of(new Datum(place.kind(), () -> packet.bits(bit, bits), field));
  }

  /** What a field is. */
  static Kind kind(Layer layer, String name) {
    Place place = PLACES.get(layer.protocol() + "." + name);
    return place == null ? Kind.NUMBER : place.kind();
  }

  /** Whether the header has the field, which need not be in the packet. */
  static boolean has(Packet packet, Layer layer, String name) {
    return PLACES.containsKey(layer.protocol() + "." + name)
        || layer.is("tcp") && TCP_FLAGS.contains(name)
        || optional(packet, layer, name) != null;
  }

  private static Place optional(Packet packet, Layer layer, String name) {
    String field = layer.protocol() + "." + name;
    if (!layer.is("gre") && !layer.is("gtp")) {
      throw new IllegalArgumentException("no field " + field);
    }
    int flags = packet.u8(layer.offset());
    int afterChecksum = (flags & 0x80) != 0 ? 64 : 32;
    return switch (field) {
      case "gre.key" -> (flags & 0x20) != 0 ? new Place(afterChecksum, 32, Kind.NUMBER) : null;
      case "gre.seq" -> {
        int bit = (flags & 0x20) != 0 ? afterChecksum + 32 : afterChecksum;
        yield (flags & 0x10) != 0 ? new Place(bit, 32, Kind.NUMBER) : null;
      }
      case "gtp.seq" -> (flags & 0x02) != 0 ? new Place(64, 16, Kind.NUMBER) : null;
      case "gtp.npdu" -> (flags & 0x01) != 0 ? new Place(80, 8, Kind.NUMBER) : null;
      case "gtp.next_ext" -> (flags & 0x04) != 0 ? new Place(88, 8, Kind.NUMBER) : null;
      default -> throw new IllegalArgumentException("no field " + field);
    };
  }

  /** Whether a flag is set. */
  static boolean flag(Packet packet, Layer layer, String name) {
    if (layer.is("tcp")) {
      int shift = TCP_FLAGS.indexOf(name);
      return packet.bits(8L * layer.offset() + TCP_FLAGS_BIT, 8).testBit(shift);
    }
    Place place = PLACES.get(layer.protocol() + "." + name);
    if (place == null || place.bits() != 1) {
      throw new IllegalArgumentException(name + " is no flag of " + layer.protocol());
    }
    return packet.bits(8L * layer.offset() + place.bit(), 1).signum() != 0;
  }
}
