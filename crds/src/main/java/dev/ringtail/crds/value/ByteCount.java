// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of bytes as a Kubernetes quantity: a positive whole number with one of the suffixes
 * {@code k M G T} (powers of 1000) or {@code Ki Mi Gi Ti} (powers of 1024), or none. Fractions and
 * exponents, which Kubernetes allows, are refused: bytes come whole.
 *
 * <p>Source: <a
 * href="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/">Quantity</a>.
 *
 * @param text as it was written, such as {@code 256Mi}
 */
public record ByteCount(@JsonValue String text) implements Comparable<ByteCount> {
  /** What a text must match; also the rule in the CRD. */
  public static final String PATTERN = "^[1-9][0-9]{0,14}(k|M|G|T|Ki|Mi|Gi|Ti)?$";

  private static final Pattern COMPILED = Pattern.compile("([1-9][0-9]{0,14})(\\D{0,2})");
  private static final Map<String, Long> FACTORS =
      Map.of(
          "",
          1L,
          "k",
          1_000L,
          "M",
          1_000_000L,
          "G",
          1_000_000_000L,
          "T",
          1_000_000_000_000L,
          "Ki",
          1L << 10,
          "Mi",
          1L << 20,
          "Gi",
          1L << 30,
          "Ti",
          1L << 40);

  public ByteCount {
    parse(text);
  }

  /**
   * Reads what a document holds: a text with suffix, or a plain number of bytes.
   *
   * @throws IllegalArgumentException if it is neither, or does not fit into 63 bits
   */
  @JsonCreator
  public static ByteCount of(Object value) {
    return new ByteCount(String.valueOf(value));
  }

  /** The number of bytes, from 1 to {@link Long#MAX_VALUE}. */
  public long bytes() {
    return parse(text);
  }

  @Override
  public int compareTo(ByteCount other) {
    return Long.compare(bytes(), other.bytes());
  }

  @Override
  public String toString() {
    return text;
  }

  private static long parse(String text) {
    Matcher matcher = COMPILED.matcher(text);
    Long factor = matcher.matches() ? FACTORS.get(matcher.group(2)) : null;
    if (factor == null) {
      throw new IllegalArgumentException(
          "\"%s\" is not an amount of bytes such as 256Mi, 4G or 1000000".formatted(text));
    }
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), factor);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("\"%s\" is more than 8Ei".formatted(text), e);
    }
  }
}
