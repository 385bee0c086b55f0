// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import dev.ringtail.filter.codegen.ChainFilter;
import dev.ringtail.filter.pcap.PcapCompiler;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SortedSet;

/** The way in: text to compiled filter. */
public final class Filters {

  /** Longest filter text, in bytes of UTF-8. */
  public static final int MAX_BYTES = 4096;

  private static final String PCAP_HINT =
      "tcpdump's language accepts this text: give it as filter.pcap (--pcap)";

  private Filters() {}

  /**
   * Compiles a filter.
   *
   * @param language language of the text
   * @param text the filter, at most {@link #MAX_BYTES} long
   * @param linkType what packets start with
   * @throws FilterException if the text is not a filter of that language; the message says where
   *     and why
   */
  public static CompiledFilter compile(FilterLanguage language, String text, LinkType linkType)
      throws FilterException {
    return compile(language, text, linkType, Collections.emptySortedSet());
  }

  /**
   * Compiles a filter.
   *
   * @param vxlanPorts UDP destination ports that mean VXLAN besides 4789 and 8472, for chains
   * @throws FilterException as {@link #compile(FilterLanguage, String, LinkType)}
   */
  public static CompiledFilter compile(
      FilterLanguage language, String text, LinkType linkType, SortedSet<Integer> vxlanPorts)
      throws FilterException {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new FilterException(
          text.substring(0, 60) + "...",
          0,
          "the filter has %d bytes; the limit is %d".formatted(bytes, MAX_BYTES),
          null,
          null);
    }
    ProtocolTable table = ProtocolTable.standard();
    return switch (language) {
      case PCAP -> PcapCompiler.compile(text, linkType);
      case CHAIN -> {
        try {
          yield ChainFilter.compile(
              text, linkType, vxlanPorts.isEmpty() ? table : table.withVxlanPorts(vxlanPorts));
        } catch (FilterException e) {
          throw isPcap(text, linkType) ? e.withHint(PCAP_HINT) : e;
        }
      }
    };
  }

  /** Whether the text would be fine in tcpdump's language; no where libpcap is not installed. */
  private static boolean isPcap(String text, LinkType linkType) {
    try {
      return !text.isBlank() && PcapCompiler.compile(text, linkType) != null;
    } catch (FilterException | LinkageError e) {
      return false;
    }
  }
}
