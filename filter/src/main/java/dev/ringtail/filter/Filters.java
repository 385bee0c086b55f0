// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import dev.ringtail.filter.pcap.PcapCompiler;

/** The way in: text to compiled filter. */
public final class Filters {

  /** Longest filter text, in UTF-16 units. */
  public static final int MAX_TEXT = 4096;

  private Filters() {}

  /**
   * Compiles a filter.
   *
   * @param language language of the text
   * @param text the filter, at most {@link #MAX_TEXT} units long
   * @param linkType what packets start with
   * @throws FilterException if the text is not a filter of that language; the message says where
   *     and why
   */
  public static CompiledFilter compile(FilterLanguage language, String text, LinkType linkType)
      throws FilterException {
    if (text.length() > MAX_TEXT) {
      throw new FilterException(
          text.substring(0, 60) + "...",
          0,
          "the filter has %d characters; the limit is %d".formatted(text.length(), MAX_TEXT),
          null,
          null);
    }
    return switch (language) {
      case PCAP -> PcapCompiler.compile(text, linkType);
      case CHAIN ->
          throw new FilterException(text, 0, "the chain language is not built yet", null, null);
    };
  }
}
