// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a terminal of 80 by 24 characters shows of a program's output. Knows of ECMA-48 what
 * progress displays need: moving up, clearing to the end, colours, and whether long lines wrap.
 */
final class EmulatedScreen {
  private static final int WIDTH = 80;
  private static final int HEIGHT = 24;
  private static final Pattern CONTROL =
      Pattern.compile("\\r|\\n|\u001b\\[(\\??)(\\d*)([A-Za-z])|[^\\r\\n\u001b]");

  private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
  private int row;
  private int column;
  private boolean wraps = true;

  /** The lines, also those that have left at the top. */
  static List<String> after(String output) {
    EmulatedScreen screen = new EmulatedScreen();
    Matcher next = CONTROL.matcher(output);
    int end = 0;
    while (next.find()) {
      if (next.start() != end) {
        break;
      }
      end = next.end();
      screen.take(next);
    }
    // What comes in the middle of a sequence is looked at again when the rest of it is there.
    return screen.lines.stream().map(line -> line.toString().stripTrailing()).toList();
  }

  private void take(Matcher next) {
    if (next.group(3) == null) {
      write(next.group().charAt(0));
      return;
    }
    String sequence = next.group(1) + next.group(2) + next.group(3);
    switch (next.group(3)) {
      case "A" -> row = Math.max(row - Integer.parseInt(next.group(2)), lines.size() - HEIGHT);
      case "J" -> clearToTheEnd();
      case "m" -> {}
      case "l", "h" -> {
        require(sequence.startsWith("?7"), sequence);
        wraps = sequence.endsWith("h");
      }
      default -> require(false, sequence);
    }
    row = Math.max(row, 0);
  }

  private static void require(boolean isKnown, String sequence) {
    if (!isKnown) {
      throw new AssertionError("a sequence that this terminal does not know: ESC [ " + sequence);
    }
  }

  private void clearToTheEnd() {
    lines.subList(row + 1, lines.size()).clear();
    lines.get(row).setLength(Math.min(column, lines.get(row).length()));
  }

  private void write(char character) {
    switch (character) {
      case '\r' -> column = 0;
      case '\n' -> down();
      default -> {
        if (column == WIDTH && wraps) {
          column = 0;
          down();
        }
        int place = Math.min(column, WIDTH - 1);
        StringBuilder line = lines.get(row);
        line.append(" ".repeat(Math.max(0, place + 1 - line.length())));
        line.setCharAt(place, character);
        column = place + 1;
      }
    }
  }

  private void down() {
    row++;
    if (row == lines.size()) {
      lines.add(new StringBuilder());
    }
  }
}
