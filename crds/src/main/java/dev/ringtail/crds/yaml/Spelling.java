// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the word that somebody meant. */
public final class Spelling {
  private Spelling() {}

  /** {@code "; did you mean X?"} if one of the words is close, else nothing. */
  public static String suggestion(String written, Collection<String> words) {
    return words.stream()
        .min(Comparator.comparingInt(word -> distance(written, word)))
        .filter(word -> distance(written, word) <= Math.max(1, word.length() / 3))
        .map("; did you mean %s?"::formatted)
        .orElse("");
  }

  /** Insertions, deletions, replacements and swaps of neighbours, regardless of case. */
  private static int distance(String written, String word) {
    String a = written.toLowerCase(Locale.ROOT);
    String b = word.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
