// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.text;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
public final class Amounts {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final int STEP = 1024;

  private Amounts() {}

  /** With commas: {@code 12,345}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A number and its word, which gets an s unless there is one: {@code 2 nodes}. */
  public static String counted(long number, String word) {
    return count(number) + " " + word + (number == 1 ? "" : "s");
  }

  /** Such as {@code 1.5 MiB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= STEP && unit < UNITS.length - 1) {
      value /= STEP;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }

  /** As kubectl writes ages, in its two largest units: {@code 45s}, {@code 3m20s}, {@code 2d4h}. */
  public static String age(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < 120) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 10) {
      return seconds % 60 == 0 ? minutes + "m" : "%dm%ds".formatted(minutes, seconds % 60);
    }
    long hours = minutes / 60;
    if (hours < 3) {
      return minutes + "m";
    }
    long days = hours / 24;
    if (days < 2) {
      return hours + "h";
    }
    return days + "d";
  }
}
