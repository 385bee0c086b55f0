// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A list of CPUs as the kernel writes it: numbers and ascending ranges, separated by commas, such
 * as {@code 0-3,8}.
 *
 * <p>Source: the kernel's {@code Documentation/admin-guide/cputopology.rst}; the stride form {@code
 * 0-31:2/4} is refused.
 *
 * @param text as it was written
 */
public record CpuList(@JsonValue String text) {
  /** What a text must match; also the rule in the CRD. */
  public static final String PATTERN = "^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$";

  /** What a text must be, in words. */
  public static final String RULE =
      "must be numbers and ascending ranges of CPUs, written like 0-3,8";

  /** The longest text that is read. */
  public static final int MAX_LENGTH = 256;

  private static final Pattern COMPILED = Pattern.compile(PATTERN);

  public CpuList {
    if (text.length() > MAX_LENGTH
        || !COMPILED.matcher(text).matches()
        || !Stream.of(text.split(",")).allMatch(CpuList::ascends)) {
      throw new IllegalArgumentException(
          "\"%s\" is not a list of CPUs such as 0-3,8".formatted(text));
    }
  }

  /**
   * Reads a text such as {@code 0-3,8}.
   *
   * @throws IllegalArgumentException if it is no list of numbers and ascending ranges
   */
  @JsonCreator
  public static CpuList of(String text) {
    return new CpuList(text);
  }

  /** The CPU numbers, ascending, each once. */
  public IntStream cpus() {
    return Stream.of(text.split(","))
        .flatMapToInt(range -> IntStream.rangeClosed(first(range), last(range)))
        .distinct()
        .sorted();
  }

  @Override
  public String toString() {
    return text;
  }

  private static boolean ascends(String range) {
    return first(range) <= last(range);
  }

  private static int first(String range) {
    return Integer.parseInt(range.split("-")[0]);
  }

  private static int last(String range) {
    return Integer.parseInt(range.substring(range.indexOf('-') + 1));
  }
}
