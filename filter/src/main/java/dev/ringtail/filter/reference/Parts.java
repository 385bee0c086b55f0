// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.util.Map;
import java.util.Optional;

/** Options and entries of lists in headers. */
final class Parts {

  private static final int MOST_GENEVE_OPTIONS = 16;

  /** IANA: TCP option kinds, IP option numbers. */
  private static final Map<String, Integer> KINDS =
      Map.ofEntries(
          Map.entry("tcp.MSS", 2),
          Map.entry("tcp.WS", 3),
          Map.entry("tcp.SACKOK", 4),
          Map.entry("tcp.SACK", 5),
          Map.entry("tcp.TS", 8),
          Map.entry("ipv4.RR", 7),
          Map.entry("ipv4.TS", 68),
          Map.entry("ipv4.LSRR", 131),
          Map.entry("ipv4.SSRR", 137),
          Map.entry("ipv4.RA", 148));

  private Parts() {}

  /**
   * The first option of a kind, from its kind byte on.
   *
   * @param offset in the packet
   * @param room bytes from there to the end of the header
   * @param declared its own length, 0 if it has no length byte
   */
  record Option(int offset, int room, int declared) {}

  /**
   * Finds an option.
   *
   * @throws TruncatedException if the header is not complete
   */
  static Optional<Option> option(Packet packet, Layer layer, String name) {
    int kind = KINDS.get(layer.protocol() + "." + name);
    int at = layer.offset() + 20;
    int words =
        layer.is("tcp") ? packet.nibble(layer.offset() + 12) : packet.u8(layer.offset()) & 15;
    int end = layer.offset() + 4 * words;
    if (end <= at) {
      return Optional.empty();
    }
    packet.u8(end - 1);
    while (at < end) {
      int here = packet.u8(at);
      int length = at + 1 < end ? packet.u8(at + 1) : 0;
      if (here == kind) {
        return Optional.of(new Option(at, end - at, length));
      }
      if (here == 0) {
        return Optional.empty();
      }
      if (here != 1 && length < 2) {
        return Optional.empty();
      }
      at += here == 1 ? 1 : length;
    }
    return Optional.empty();
  }

  /** The value of a field of an option. */
  static Optional<Datum> optionValue(Packet packet, Layer layer, String name, String field) {
    String full = name + "." + field;
    int first = full.equals("TS.tsecr") ? 6 : 2;
    int bytes =
        switch (full) {
          case "MSS.value", "RA.value" -> 2;
          case "WS.shift" -> 1;
          case "TS.tsval", "TS.tsecr" -> 4;
          default -> throw new IllegalArgumentException("no field " + full);
        };
    int needed = first + bytes;
    return option(packet, layer, name)
        .filter(option -> option.declared() >= needed && option.room() >= needed)
        .map(option -> datum(packet, Kind.NUMBER, 8L * (option.offset() + first), 8 * bytes, full));
  }

  /** Where an entry is; empty if there is none of that index. */
  private static Optional<Integer> entry(Packet packet, Layer layer, String list, long index) {
    int at = layer.offset();
    return switch (layer.protocol() + "." + list) {
      case "srv6.segments" -> {
        boolean listed = Long.compareUnsigned(index, packet.u8(at + 4)) <= 0;
        boolean there = listed && 16 * (index + 1) <= 8L * packet.u8(at + 1);
        yield there ? Optional.of(at + 8 + 16 * (int) index) : Optional.empty();
      }
      case "ipv6.exts" -> Optional.ofNullable(ipv6Announcement(packet, at, index));
      case "gtp.exts" -> gtpAnnouncement(packet, at, index);
      case "geneve.options" -> geneveOption(packet, at, index);
      default -> throw new IllegalArgumentException("no list " + list);
    };
  }

  /** Offset of the byte that announces an extension header. */
  private static Integer ipv6Announcement(Packet packet, int at, long index) {
    Ipv6Walk walk = new Ipv6Walk(packet, at + 40);
    int number = packet.u8(at + 6);
    if (walk.extension(number, index) == null) {
      return null;
    }
    return index == 0 ? at + 6 : walk.extension(number, index - 1).offset();
  }

  private static Optional<Integer> gtpAnnouncement(Packet packet, int at, long index) {
    if ((packet.u8(at) & 0x04) == 0 || Long.compareUnsigned(index, 4) >= 0) {
      return Optional.empty();
    }
    int announced = at + 11;
    for (long i = 0; packet.u8(announced) != 0; i++) {
      if (i == index) {
        return Optional.of(announced);
      }
      int length = packet.u8(announced + 1);
      if (length == 0) {
        throw TruncatedException.INSTANCE;
      }
      announced += 4 * length;
    }
    return Optional.empty();
  }

  private static Optional<Integer> geneveOption(Packet packet, int at, long index) {
    int option = at + 8;
    int end = option + 4 * (packet.u8(at) & 0x3f);
    for (int i = 0; i < MOST_GENEVE_OPTIONS && option < end; i++) {
      if (i == index) {
        return Optional.of(option);
      }
      option += 4 + 4 * (packet.u8(option + 3) & 0x1f);
    }
    return Optional.empty();
  }

  /** Whether there is an entry of that index. */
  static boolean hasEntry(Packet packet, Layer layer, String list, long index) {
    return entry(packet, layer, list, index).isPresent();
  }

  /** The value of a field of an entry. */
  static Optional<Datum> entryValue(
      Packet packet, Layer layer, String list, long index, String field) {
    String full = layer.protocol() + "." + list + "." + field;
    return entry(packet, layer, list, index)
        .map(
            at ->
                switch (full) {
                  case "srv6.segments.addr" -> datum(packet, Kind.IPV6, 8L * at, 128, full);
                  case "ipv6.exts.ext_type", "gtp.exts.ext_type", "geneve.options.class" ->
                      datum(packet, Kind.NUMBER, 8L * at, full.endsWith("class") ? 16 : 8, full);
                  case "geneve.options.type" -> datum(packet, Kind.NUMBER, 8L * at + 16, 8, full);
                  case "geneve.options.length" -> datum(packet, Kind.NUMBER, 8L * at + 27, 5, full);
                  default -> throw new IllegalArgumentException("no field " + full);
                });
  }

  private static Datum datum(Packet packet, Kind kind, long bit, int bits, String name) {
    return new Datum(kind, () -> packet.bits(bit, bits), name);
  }
}
