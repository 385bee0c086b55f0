// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span of time as Go writes it: numbers with the units {@code h m s ms}, added up, such as {@code
 * 1h30m}. A number without unit is refused, as is a negative span.
 *
 * <p>Source: <a href="https://pkg.go.dev/time#ParseDuration">time.ParseDuration</a>, without its
 * signs and its units below the millisecond.
 *
 * @param text as it was written
 */
public record TimeSpan(@JsonValue String text) implements Comparable<TimeSpan> {
  /** What a text must match; also the rule in the CRD. */
  public static final String PATTERN = "^([0-9]{1,9}([.][0-9]{1,3})?(h|m|s|ms))+$";

  /** The longest text that is read. */
  public static final int MAX_LENGTH = 32;

  private static final Pattern WHOLE = Pattern.compile(PATTERN);
  private static final Pattern TERM = Pattern.compile("([0-9]+)(?:[.]([0-9]+))?(h|ms|m|s)");

  private static final long THOUSAND = 1000;

  public TimeSpan {
    parse(text);
  }

  /**
   * Reads a text such as {@code 10m}.
   *
   * @throws IllegalArgumentException if it is not a sum of numbers with units
   */
  @JsonCreator
  public static TimeSpan of(String text) {
    return new TimeSpan(text);
  }

  /** The span, never negative, exact to the microsecond. */
  public Duration duration() {
    return parse(text);
  }

  @Override
  public int compareTo(TimeSpan other) {
    return duration().compareTo(other.duration());
  }

  @Override
  public String toString() {
    return text;
  }

  private static Duration parse(String text) {
    if (text.length() > MAX_LENGTH || !WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a span of time such as 60s, 10m or 1h30m".formatted(text));
    }
    Duration sum = Duration.ZERO;
    Matcher term = TERM.matcher(text);
    while (term.find()) {
      Duration unit = unit(term.group(3)).getDuration();
      sum = sum.plus(unit.multipliedBy(Long.parseLong(term.group(1))));
      if (term.group(2) != null) {
        long thousandths = Long.parseLong((term.group(2) + "00").substring(0, 3));
        sum = sum.plus(unit.multipliedBy(thousandths).dividedBy(THOUSAND));
      }
    }
    return sum;
  }

  private static ChronoUnit unit(String name) {
    return switch (name) {
      case "h" -> ChronoUnit.HOURS;
      case "m" -> ChronoUnit.MINUTES;
      case "s" -> ChronoUnit.SECONDS;
      default -> ChronoUnit.MILLIS;
    };
  }
}
