// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.math.BigInteger;

/**
 * The value of a field.
 *
 * @param kind what it is
 * @param value unsigned
 * @param symbols name of the field whose symbolic constants it is compared with
 */
record Datum(Kind kind, BigInteger value, String symbols) {}
