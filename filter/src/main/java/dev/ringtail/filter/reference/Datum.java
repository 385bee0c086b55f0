// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.math.BigInteger;
import java.util.function.Supplier;

/**
 * A field that is there, read only when its value is asked for.
 *
 * @param kind what it is
 * @param source reads it; throws {@link TruncatedException} if the packet ends before or in it
 * @param symbols name of the field whose symbolic constants it is compared with
 */
record Datum(Kind kind, Supplier<BigInteger> source, String symbols) {

  /** The value, unsigned. */
  BigInteger value() {
    return source.get();
  }

  /** The same with the value read now. */
  Datum read() {
    BigInteger value = value();
    return new Datum(kind, () -> value, symbols);
  }
}
