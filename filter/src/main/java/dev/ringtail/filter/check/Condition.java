// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.chain.Comparison;
import java.util.Map;

/** What {@code where} says, with names and types resolved. */
public sealed interface Condition {

  record Or(Condition left, Condition right) implements Condition {}

  record And(Condition left, Condition right) implements Condition {}

  record Not(Condition operand) implements Condition {}

  record Truth(boolean value) implements Condition {}

  /**
   * A question about a value of one layer.
   *
   * @param tests by the layout (see the protocol table) of the layer; false if it has none of them
   */
  record Ask(Quantity.Source source, Map<String, Test> tests) implements Condition {}

  /** Numbers, or two fields of one type. */
  record Compare(Quantity left, Comparison comparison, Quantity right) implements Condition {}

  /** Whether the layer, and what of it is named, is there. */
  record Exists(Quantity.Source source) implements Condition {}

  /**
   * Over the layers of one name, from the outside.
   *
   * @param all whether each must satisfy the operand, or one
   */
  record Each(int name, boolean all, Condition operand) implements Condition {}
}
