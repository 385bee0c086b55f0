// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what was probably meant. */
public final class Spelling {

  private static final int LONGEST = 24;

  private Spelling() {}

  /**
   * The word that is at most a third of its letters away from what was written, if there is one.
   */
  public static Optional<String> closest(String written, Collection<String> words) {
    if (written.length() > LONGEST) {
      return Optional.empty();
    }
    String lower = written.toLowerCase(Locale.ROOT);
    return words.stream()
        .filter(word -> distance(lower, word.toLowerCase(Locale.ROOT)) <= tolerance(word))
        .min(Comparator.comparingInt(word -> distance(lower, word.toLowerCase(Locale.ROOT))));
  }

  private static int tolerance(String word) {
    return Math.max(1, word.length() / 3);
  }

  /** Insertions, deletions, replacements and swaps of neighbours from one word to the other. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
