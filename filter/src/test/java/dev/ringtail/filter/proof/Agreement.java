// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Counts how often two judges agree, and keeps the first disagreement about each filter. */
final class Agreement {

  private final String judges;
  private final List<String> disagreements = new ArrayList<>();
  private final Set<String> filters = new HashSet<>();
  private final Set<String> disputed = new HashSet<>();
  private long agreed;
  private long matched;

  /**
   * @param judges who they are, for people
   */
  Agreement(String judges) {
    this.judges = judges;
  }

  void verdict(FilterRow row, byte[] packet, boolean expected, boolean actual) {
    matched += expected ? 1 : 0;
    add(expected == actual, row, packet, actual ? "matches" : "does not match");
  }

  /**
   * Counts one more.
   *
   * @param what went wrong, if they do not agree
   */
  void add(boolean agrees, FilterRow row, byte[] packet, String what) {
    filters.add(row.text());
    if (agrees) {
      agreed++;
    } else if (disputed.add(row.text())) {
      String hex = HexFormat.of().formatHex(packet);
      disagreements.add("%s: %s %s %s".formatted(judges, row.text(), what, hex));
    }
  }

  List<String> disagreements() {
    return disagreements;
  }

  @Override
  public String toString() {
    return "%s: %,d agreements on %d filters, %,d matches, %d filters disputed"
        .formatted(judges, agreed, filters.size(), matched, disagreements.size());
  }
}
