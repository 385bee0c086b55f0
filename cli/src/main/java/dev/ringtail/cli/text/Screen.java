// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.text;

import java.io.Console;
import java.io.PrintWriter;
import java.util.List;

/**
 * Where progress goes: on a terminal, lines that are drawn again in the same place; elsewhere only
 * what is said once.
 */
public final class Screen {
  private static final String UP_AND_CLEAR = "\u001b[%dA\u001b[J";
  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  private final PrintWriter out;
  private final boolean isTerminal;
  private int drawn;

  /**
   * @param isTerminal whether lines can be drawn again
   */
  public Screen(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /** Whether this process talks to a terminal that wants colours. */
  public static boolean hasTerminal() {
    Console console = System.console();
    return console != null
        && console.isTerminal()
        && System.getenv("NO_COLOR") == null
        && !"dumb".equals(System.getenv("TERM"));
  }

  public boolean isTerminal() {
    return isTerminal;
  }

  /** Puts lines in the place of those that were drawn before. */
  public synchronized void draw(List<String> lines) {
    if (!isTerminal) {
      return;
    }
    clear();
    lines.forEach(out::println);
    out.flush();
    drawn = lines.size();
  }

  /** Says something once; what is drawn stays below it. */
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
