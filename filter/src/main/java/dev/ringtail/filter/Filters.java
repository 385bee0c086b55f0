// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import dev.ringtail.filter.codegen.ChainFilter;
import dev.ringtail.filter.pcap.PcapCompiler;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.nio.charset.StandardCharsets;

/** The way in: text to compiled filter. */
public final class Filters {

  /** Longest filter text, in bytes of UTF-8. */
  public static final int MAX_BYTES = 4096;

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
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new FilterException(
          text.substring(0, 60) + "...",
          0,
          "the filter has %d bytes; the limit is %d".formatted(bytes, MAX_BYTES),
          null,
          null);
    }
    return switch (language) {
      case PCAP -> PcapCompiler.compile(text, linkType);
      case CHAIN -> ChainFilter.compile(text, linkType, ProtocolTable.standard());
    };
  }
}
