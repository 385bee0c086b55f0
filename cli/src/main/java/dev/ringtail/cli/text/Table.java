// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.text;

import java.util.ArrayList;
import java.util.List;

/** Columns as wide as their longest cell, three spaces apart, as kubectl prints them. */
public final class Table {
  private static final String GAP = "   ";

  private final List<String> head;
  private final List<Boolean> rightAligned = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param head of the columns; one that starts with {@code >} holds numbers, aligned to the right
   */
  public Table(String... head) {
    List<String> words = new ArrayList<>();
    for (String word : head) {
      rightAligned.add(word.startsWith(">"));
      words.add(word.startsWith(">") ? word.substring(1) : word);
    }
    this.head = words;
  }

  /**
   * @param cells one for each column; null is an empty one
   */
  public Table row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell == null ? "" : cell.toString());
    }
    rows.add(row);
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The lines, the head first. */
  public List<String> lines() {
    List<List<String>> all = new ArrayList<>();
    all.add(head);
    all.addAll(rows);
    int[] widths = new int[head.size()];
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return all.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String fill = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : GAP);
      line.append(rightAligned.get(i) ? fill + row.get(i) : row.get(i) + fill);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public String toString() {
    return String.join(System.lineSeparator(), lines());
  }
}
