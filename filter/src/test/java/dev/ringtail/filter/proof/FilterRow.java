// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.reference.ReferenceFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A filter of the table.
 *
 * @param number of the row, from 0
 * @param feature of the grammar that it is for
 * @param mix the packets that it is asked about
 * @param link what these packets start with
 * @param text in the chain language
 * @param pcap the same for tcpdump, if it can be said there
 */
record FilterRow(
    int number, String feature, Mix mix, LinkType link, String text, Optional<String> pcap) {

  private static final int ETHERNET_BYTES = 14;

  static List<FilterRow> all() {
    List<String[]> rows = Table.rows("filters.tsv");
    return IntStream.range(0, rows.size()).mapToObj(i -> parse(i, rows.get(i))).toList();
  }

  private static FilterRow parse(int number, String[] row) {
    return new FilterRow(
        number,
        row[0],
        Mix.valueOf(row[1]),
        LinkType.valueOf(row[2]),
        row[3],
        row.length > 4 ? Optional.of(row[4]) : Optional.empty());
  }

  ReferenceFilter reference() throws FilterException {
    return ReferenceFilter.parse(text, link, NamedSets.MEMBERS);
  }

  CompiledFilter compiled() throws FilterException {
    return Filters.compile(FilterLanguage.CHAIN, text, link);
  }

  boolean asksExtent() {
    return text.contains(" capture ");
  }

  /** That many packets of the row's own, of at least 14 bytes each. */
  List<byte[]> packets(int count) {
    PacketForge forge = new PacketForge(mix, (feature + text).hashCode());
    return IntStream.range(0, count).mapToObj(i -> onLink(forge)).toList();
  }

  private byte[] onLink(PacketForge forge) {
    byte[] frame = forge.next();
    if (link == LinkType.ETHERNET) {
      return frame;
    }
    while (frame.length < 2 * ETHERNET_BYTES) {
      frame = forge.next();
    }
    return Arrays.copyOfRange(frame, ETHERNET_BYTES, frame.length);
  }
}
