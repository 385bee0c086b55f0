// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.time.Duration;
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
  private static final Pattern TERM = Pattern.compile("([0-9.]+)(h|ms|m|s)");

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
      BigDecimal nanos = new BigDecimal(term.group(1)).multiply(nanosPerUnit(term.group(2)));
      sum = sum.plus(Duration.ofSeconds(0, nanos.longValueExact()));
    }
    return sum;
  }

  private static BigDecimal nanosPerUnit(String unit) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "h" -> 3_600_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "s" -> 1_000_000_000L;
          default -> 1_000_000L;
        });
  }
}
