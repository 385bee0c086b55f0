// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.SetType;
import java.math.BigInteger;

/** What the named sets hold. */
@FunctionalInterface
public interface Sets {

  /** No set has anything. */
  Sets EMPTY = (name, type, value) -> false;

  /** Whether a value is in the set of that name. */
  boolean contains(String name, SetType type, BigInteger value);
}
