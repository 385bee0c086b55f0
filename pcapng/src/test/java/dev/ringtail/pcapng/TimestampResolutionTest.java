// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampResolutionTest {
  @ParameterizedTest
  @CsvSource({
    "6, 0, 1764500000123456, 1764500000123456000",
    "9, 0, 1764500000123456789, 1764500000123456789",
    "0, 0, 1764500000, 1764500000000000000",
    "12, 0, 1764500000123456789, 1764500000123456",
    "6, 3600, 1, 3600000001000",
    "6, -1, 1500000, 500000000",
    "128, 0, 7, 7000000000",
    "138, 0, 1536, 1500000000",
    "160, 0, 4294967296, 1000000000"
  })
  void shouldConvertToNanoseconds(int code, long offset, long units, long ns) {
    assertThat(new TimestampResolution(code, offset).toNs(units)).isEqualTo(ns);
  }

  @Property
  void shouldAgreeWithUnboundedArithmetic(
      @ForAll @IntRange(min = 0, max = 255) int code, @ForAll long units, @ForAll int offset) {
    BigInteger ns = new BigInteger(Long.toUnsignedString(units)).multiply(BigInteger.TEN.pow(9));
    BigInteger unit = code < 128 ? BigInteger.TEN.pow(code) : BigInteger.TWO.pow(code - 128);
    BigInteger max = BigInteger.valueOf(Long.MAX_VALUE);
    BigInteger expected =
        ns.divide(unit).min(max).add(BigInteger.valueOf(offset * 1_000_000_000L)).min(max);

    assertThat(new TimestampResolution(code, offset).toNs(units))
        .isEqualTo(expected.longValueExact());
  }
}
