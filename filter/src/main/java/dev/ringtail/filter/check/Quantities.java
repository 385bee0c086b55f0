// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.chain.Value;
import dev.ringtail.filter.protocol.ValueType;
import java.util.List;

/** Resolves numbers of {@code where} and folds those that are known. */
final class Quantities {

  private final String text;
  private final References references;

  Quantities(String text, References references) {
    this.text = text;
    this.references = references;
  }

  /** The expression with arithmetic on constants done, as BPF does it. */
  Expression fold(Expression expression) throws FilterException {
    if (!(expression instanceof Expression.Arithmetic arithmetic)) {
      return expression;
    }
    Expression left = fold(arithmetic.left());
    Expression right = fold(arithmetic.right());
    boolean divides =
        arithmetic.operator() == Expression.Operator.DIVIDE
            || arithmetic.operator() == Expression.Operator.REMAINDER;
    if (divides && constant(right) instanceof Value.Number zero && zero.value() == 0) {
      throw new FilterException(
          text, right.position(), "division by zero", "a number other than 0", null);
    }
    if (constant(left) instanceof Value.Number a && constant(right) instanceof Value.Number b) {
      long value = compute(arithmetic.operator(), a.value(), b.value());
      int position = left.position();
      return new Expression.Literal(new Value.Number(value, position), position);
    }
    return new Expression.Arithmetic(left, arithmetic.operator(), right, arithmetic.position());
  }

  private static Value constant(Expression expression) {
    return expression instanceof Expression.Literal literal ? literal.value() : null;
  }

  private static long compute(Expression.Operator operator, long a, long b) {
    return switch (operator) {
      case OR -> a | b;
      case AND -> a & b;
      case SHIFT_LEFT -> a << b;
      case SHIFT_RIGHT -> a >>> b;
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> Long.divideUnsigned(a, b);
      case REMAINDER -> Long.remainderUnsigned(a, b);
    };
  }

  /** The expression as a number. */
  Quantity number(Expression unfolded) throws FilterException {
    return switch (fold(unfolded)) {
      case Expression.Literal literal -> {
        if (literal.value() instanceof Value.Symbol symbol) {
          List<String> meant = references.withField(symbol.name());
          throw new FilterException(
              text,
              literal.position(),
              "\"%s\" is neither a number nor a field".formatted(symbol.name()),
              "a field behind its layer, as in tcp.dport, or a number",
              meant.isEmpty() ? null : meant.getLast());
        }
        if (!(literal.value() instanceof Value.Number number)) {
          throw new FilterException(
              text,
              literal.position(),
              Values.title(literal.value()) + " is not a number",
              "a number or a field that is one",
              null);
        }
        yield new Quantity.Constant(number.value());
      }
      case Expression.Arithmetic arithmetic ->
          new Quantity.Arithmetic(
              number(arithmetic.left()), arithmetic.operator(), number(arithmetic.right()));
      case Expression.Read read -> {
        List<ValueType> types = references.types(read.reference());
        if (!types.equals(List.of(ValueType.NUMBER))) {
          throw new FilterException(
              text,
              read.position(),
              "%s is an address, and arithmetic takes numbers"
                  .formatted(References.show(read.reference())),
              "a field that is a number",
              null);
        }
        yield new Quantity.Value(references.valueSource(read.reference(), this));
      }
      default ->
          throw new FilterException(
              text, unfolded.position(), "a condition is not a number", "a number", null);
    };
  }
}
