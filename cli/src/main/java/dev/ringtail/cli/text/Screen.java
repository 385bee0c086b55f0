// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.text;

import java.io.PrintWriter;
import java.util.List;

/**
 * Where progress goes: on a terminal, lines that are drawn again in the same place; elsewhere only
 * what is said once. Safe for several threads.
 */
public final class Screen {
  /** From the first column, since a Ctrl-C has left its {@code ^C} in the line. */
  private static final String UP_AND_CLEAR = "\r\u001b[%dA\u001b[J";

  /** A line that were wrapped would be two, and going up would miss the first one. */
  private static final String CUT_LINES = "\u001b[?7l";

  private static final String WRAP_LINES = "\u001b[?7h";
  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  private final PrintWriter out;
  private final boolean isTerminal;
  private int drawn;

  private Screen(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /**
   * @param out writes to the process's standard output
   */
  public static Screen ofOutput(PrintWriter out) {
    return of(out, Descriptor.OUTPUT);
  }

  /**
   * @param err writes to the process's standard error
   */
  public static Screen ofError(PrintWriter err) {
    return of(err, Descriptor.ERROR);
  }

  private static Screen of(PrintWriter out, Descriptor descriptor) {
    String noColor = System.getenv("NO_COLOR");
    boolean isPlain =
        (noColor != null && !noColor.isEmpty()) || "dumb".equals(System.getenv("TERM"));
    return new Screen(out, !isPlain && descriptor.isTerminal());
  }

  /** Whether lines can be drawn again, and in colours. */
  public boolean isTerminal() {
    return isTerminal;
  }

  /** Puts lines in the place of those that were drawn before; what is too long is cut. */
  public synchronized void draw(List<String> lines) {
    if (!isTerminal) {
      return;
    }
    clear();
    if (!lines.isEmpty()) {
      out.print(CUT_LINES);
      lines.forEach(out::println);
      out.print(WRAP_LINES);
    }
    out.flush();
    drawn = lines.size();
  }

  /** Says something once, in the place of what is drawn. */
  public synchronized void say(String sentence) {
    clear();
    out.println(sentence);
    out.flush();
  }

  /** Leaves what is drawn where it is. */
  public synchronized void leave() {
    drawn = 0;
  }

  private void clear() {
    if (drawn > 0) {
      out.print(UP_AND_CLEAR.formatted(drawn));
      drawn = 0;
    }
  }

  /** In green on a terminal. */
  public String good(String text) {
    return isTerminal ? GREEN + text + PLAIN : text;
  }

  /** In red on a terminal. */
  public String bad(String text) {
    return isTerminal ? RED + text + PLAIN : text;
  }
}
