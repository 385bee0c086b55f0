// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetType;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.kernel.FilterBench;
import dev.ringtail.filter.reference.Sets;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;

/** What the sets of the table hold: for the reference interpreter, and in maps of the kernel. */
final class NamedSets {

  /** One element, or a prefix of that many bits. */
  private record Member(String set, SetType type, String hex, int bits) {

    boolean has(BigInteger value) {
      int free = 8 * hex.length() / 2 - bits;
      return value.shiftRight(free).equals(new BigInteger(hex, 16).shiftRight(free));
    }

    byte[] key() {
      byte[] bytes = HexFormat.of().parseHex(hex);
      if (type == SetType.IPV4 || type == SetType.IPV6) {
        return bytes;
      }
      byte[] padded = new byte[8];
      System.arraycopy(bytes, 0, padded, 8 - bytes.length, bytes.length);
      long number = ByteBuffer.wrap(padded).getLong();
      return ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(number).array();
    }
  }

  private static final List<Member> ALL =
      List.of(
          new Member("pods", SetType.IPV4, "0a000002", 31),
          new Member("pods", SetType.IPV4, "0a000104", 32),
          new Member("pods", SetType.IPV6, "20010db8000000000000000000000002", 127),
          new Member("pods", SetType.IPV6, "20010db8000000010000000000000001", 128),
          new Member("ports", SetType.NUMBER, "01bb", 16),
          new Member("ports", SetType.NUMBER, "0401", 16),
          new Member("ports", SetType.NUMBER, "0040", 16),
          new Member("ids", SetType.NUMBER, "0002", 16),
          new Member("ids", SetType.NUMBER, "0003", 16),
          new Member("macs", SetType.MAC, "020000000002", 48),
          new Member("macs", SetType.MAC, "020000000003", 48));

  /** For the reference interpreter. */
  static final Sets MEMBERS =
      (name, type, value) ->
          ALL.stream().anyMatch(m -> m.set().equals(name) && m.type() == type && m.has(value));

  private NamedSets() {}

  /** Gives the filter the maps that it asks, filled. */
  static void bind(FilterBench bench, CompiledFilter filter) {
    for (SetUse use : filter.sets()) {
      boolean address = use.type() == SetType.IPV4 || use.type() == SetType.IPV6;
      bench.bind(use, address ? SetMap.Layout.LPM_TRIE : SetMap.Layout.HASH, 16);
      ALL.stream()
          .filter(m -> m.set().equals(use.name()) && m.type() == use.type())
          .forEach(m -> bench.add(use, m.key(), m.bits()));
    }
  }
}
