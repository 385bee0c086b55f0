// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import java.util.List;

/** What {@code in} asks. */
public sealed interface SetExpression {

  /** Index in the text. */
  int position();

  /** Values in braces, at least one. */
  record Literal(List<Item> items, int position) implements SetExpression {
    public Literal {
      items = List.copyOf(items);
    }
  }

  /** {@code @name}: a set that changes while the filter runs. */
  record Named(String name, int position) implements SetExpression {}

  /**
   * A value, a prefix or a range of values.
   *
   * @param from the value, or the least
   * @param to the greatest, or the same object as from
   */
  record Item(Value from, Value to) {
    public boolean isRange() {
      return from != to;
    }
  }
}
