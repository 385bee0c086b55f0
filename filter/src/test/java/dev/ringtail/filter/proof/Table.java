// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Rows of a text resource of this package; columns are separated by tabs, # begins a comment. */
final class Table {

  private Table() {}

  static List<String[]> rows(String name) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(Table.class.getResourceAsStream(name), StandardCharsets.UTF_8))) {
      return in.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t+"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
