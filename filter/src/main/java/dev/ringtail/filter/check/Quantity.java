// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.protocol.EntryList;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.OptionKind;

/** A value that {@code where} computes with. */
public sealed interface Quantity {

  record Constant(long value) implements Quantity {}

  record Arithmetic(Quantity left, Expression.Operator operator, Quantity right)
      implements Quantity {}

  /** A value out of the packet. */
  record Value(Source source) implements Quantity {}

  /**
   * Where a value is.
   *
   * @param name which layer
   * @param index which of that name, from the outside; {@link #CURRENT} inside any and all
   * @param access where in the layer
   */
  record Source(int name, int index, Access access) {

    /** The layer that any or all is at. */
    public static final int CURRENT = -1;
  }

  /** Where in a layer. */
  sealed interface Access {}

  /** The layer as such. */
  record Whole() implements Access {}

  /**
   * A field of the header.
   *
   * @param field its name, as protocols that a name may stand for place it differently
   */
  record InHeader(String field) implements Access {}

  /**
   * A field of a list's entry.
   *
   * @param field or null if only the entry is asked for
   */
  record InEntry(EntryList list, Quantity index, Field field) implements Access {}

  /**
   * A field of an option.
   *
   * @param field or null if only the option is asked for
   */
  record InOption(OptionKind option, Field field) implements Access {}
}
