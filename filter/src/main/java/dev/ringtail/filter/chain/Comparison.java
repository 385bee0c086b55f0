// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

/** Comparisons, all unsigned. */
public enum Comparison {
  EQUAL("=="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">=");

  private final String symbol;

  Comparison(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }
}
