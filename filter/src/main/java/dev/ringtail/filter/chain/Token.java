// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

/**
 * A piece of the text.
 *
 * @param kind what it is
 * @param text as written; empty at the end
 * @param position index of its first character in the filter
 * @param value the literal of {@link Kind#VALUE}, else null
 */
record Token(Kind kind, String text, int position, Value value) {

  enum Kind {
    NAME,
    VALUE,
    SYMBOL,
    END
  }

  boolean is(String symbol) {
    return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(symbol);
  }

  /** For messages. */
  String shown() {
    return kind == Kind.END ? "the end of the filter" : "\"" + text + "\"";
  }

  int end() {
    return position + text.length();
  }
}
