// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

/** What {@code where} says; whether a part is a number or a truth is the checker's question. */
public sealed interface Expression {

  /** Index in the text of the operator, or of the first character where there is none. */
  int position();

  record Or(Expression left, Expression right, int position) implements Expression {}

  record And(Expression left, Expression right, int position) implements Expression {}

  record Not(Expression operand, int position) implements Expression {}

  record Compare(Expression left, Comparison comparison, Expression right, int position)
      implements Expression {}

  record In(Reference reference, SetExpression set, int position) implements Expression {}

  record Arithmetic(Expression left, Operator operator, Expression right, int position)
      implements Expression {}

  record Literal(Value value, int position) implements Expression {}

  /** A field's value; on its own, where a truth is asked, a flag. */
  record Read(Reference reference, int position) implements Expression {}

  record Exists(Reference reference, int position) implements Expression {}

  /** True for at least one of a repeated layer. */
  record Any(Expression operand, int position) implements Expression {}

  /** True for each of a repeated layer, also if there is none. */
  record All(Expression operand, int position) implements Expression {}

  record Truth(boolean value, int position) implements Expression {}

  /** {@code verdict == NAME}: what the program before the capture point returned. */
  record Verdict(String name, int position) implements Expression {}

  /** Arithmetic on unsigned 64-bit numbers, loosest first. */
  enum Operator {
    OR("|"),
    AND("&"),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }
}
