// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Names something of the way that was found: {@code tcp.dport}, {@code v[0].vid}, {@code
 * srv6.segments[1].addr}, {@code tcp.options.MSS.value}; in {@code exists} also without a field.
 *
 * @param base a protocol or label
 * @param index which of a repeated layer, from the outside, 0 the first
 * @param part what of the layer; absent only in {@code exists(layer)}
 * @param position index of the base in the text
 */
public record Reference(String base, OptionalInt index, Optional<Part> part, int position) {

  /** What of a layer. */
  public sealed interface Part {
    /** Index of its name in the text. */
    int position();
  }

  /** A field of the header. */
  public record Field(String name, int position) implements Part {}

  /**
   * A field of one entry of a list in the header.
   *
   * @param list name of the list
   * @param index which, from 0, a number
   * @param field of the entry; absent only in {@code exists}
   */
  public record Entry(String list, Expression index, Optional<String> field, int position)
      implements Part {}

  /**
   * A field of the first option of that name.
   *
   * @param field of the option; absent only in {@code exists}
   */
  public record Option(String name, Optional<String> field, int position) implements Part {}
}
