// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import java.util.Optional;

/**
 * A filter that cannot be compiled: where, why, what was expected, and what was probably meant. The
 * message has it all on several lines, with the line of the filter and a caret under the place.
 */
public final class FilterException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String summary;
  private final int line;
  private final int column;
  private final String expectation;
  private final String suggestion;

  /**
   * @param text the filter
   * @param position index into the text at which the trouble starts, 0 to its length
   * @param summary one sentence without a full stop
   * @param expectation what would be right there, or null
   * @param suggestion what was probably meant, or null
   */
  public FilterException(
      String text, int position, String summary, String expectation, String suggestion) {
    super(render(text, position, summary, expectation, suggestion));
    this.summary = summary;
    this.line = lineOf(text, position);
    this.column = position - lineStart(text, position) + 1;
    this.expectation = expectation;
    this.suggestion = suggestion;
  }

  private FilterException(FilterException original, String hint) {
    super(original.getMessage() + "\n" + hint, original);
    this.summary = original.summary;
    this.line = original.line;
    this.column = original.column;
    this.expectation = original.expectation;
    this.suggestion = original.suggestion;
  }

  /** The same trouble with one more sentence at the end of the message. */
  FilterException withHint(String hint) {
    return new FilterException(this, hint);
  }

  /** The trouble in one sentence, without place. */
  public String summary() {
    return summary;
  }

  /** Line of the filter, from 1. */
  public int line() {
    return line;
  }

  /** Column in that line in UTF-16 units, from 1; one past the end if the text ends too early. */
  public int column() {
    return column;
  }

  /** What would be right at that place. */
  public Optional<String> expectation() {
    return Optional.ofNullable(expectation);
  }

  /** What was probably meant. */
  public Optional<String> suggestion() {
    return Optional.ofNullable(suggestion);
  }

  private static String render(
      String text, int position, String summary, String expectation, String suggestion) {
    int start = lineStart(text, position);
    int end = text.indexOf('\n', start);
    String shown = printable(text.substring(start, end < 0 ? text.length() : end));
    StringBuilder out = new StringBuilder();
    out.append("filter, line ").append(lineOf(text, position));
    out.append(", column ").append(position - start + 1).append(": ").append(summary);
    out.append("\n  ").append(shown);
    out.append("\n  ").append(" ".repeat(position - start)).append('^');
    if (expectation != null) {
      out.append("\nexpected ").append(expectation);
    }
    if (suggestion != null) {
      out.append("\ndid you mean ").append(suggestion).append('?');
    }
    return out.toString();
  }

  /** One column per UTF-16 unit, so that the caret stays below its place. */
  private static String printable(String line) {
    StringBuilder out = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      out.append(c == '\t' ? ' ' : c < ' ' || c == 0x7f ? '?' : c);
    }
    return out.toString();
  }

  private static int lineStart(String text, int position) {
    return text.lastIndexOf('\n', position - 1) + 1;
  }

  private static int lineOf(String text, int position) {
    return 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
  }
}
