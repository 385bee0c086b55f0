// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.chart;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the comments of a chart's values: each value stands on one line, its comment above it. */
final class ValuesPage {
  private static final Pattern KEY = Pattern.compile("( *)([A-Za-z]+):(?: (.+))?");

  private ValuesPage() {}

  /**
   * One value.
   *
   * @param path such as {@code image.tag}
   * @param initial what it is without being set
   * @param comment what it does; empty where nobody wrote it
   */
  record Value(String path, String initial, String comment) {
    String row() {
      return "| `%s` | `%s` | %s |".formatted(path, initial, comment.replace("|", "\\|"));
    }
  }

  private record Level(int indent, String name) {}

  static List<Value> read(List<String> lines) {
    List<Value> values = new ArrayList<>();
    List<String> comment = new ArrayList<>();
    Deque<Level> path = new ArrayDeque<>();
    for (String line : lines) {
      Matcher key = KEY.matcher(line);
      if (line.strip().startsWith("#")) {
        comment.add(line.strip().substring(1).strip());
      } else if (key.matches()) {
        int indent = key.group(1).length();
        while (!path.isEmpty() && path.getLast().indent() >= indent) {
          path.removeLast();
        }
        path.addLast(new Level(indent, key.group(2)));
        if (key.group(3) != null) {
          String name = String.join(".", path.stream().map(Level::name).toList());
          values.add(new Value(name, key.group(3), String.join(" ", comment)));
        }
        comment.clear();
      } else {
        comment.clear();
      }
    }
    return values;
  }
}
