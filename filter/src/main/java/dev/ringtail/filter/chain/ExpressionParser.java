// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import dev.ringtail.filter.FilterException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Recursive descent over {@code where}; numbers bind as in Python. */
final class ExpressionParser {

  /** Operators from the loosest to the tightest. */
  private static final List<List<Expression.Operator>> LEVELS =
      List.of(
          List.of(Expression.Operator.OR),
          List.of(Expression.Operator.AND),
          List.of(Expression.Operator.SHIFT_LEFT, Expression.Operator.SHIFT_RIGHT),
          List.of(Expression.Operator.ADD, Expression.Operator.SUBTRACT),
          List.of(
              Expression.Operator.MULTIPLY,
              Expression.Operator.DIVIDE,
              Expression.Operator.REMAINDER));

  private final TokenStream tokens;

  ExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  Expression expression() throws FilterException {
    Expression left = and();
    while (tokens.peek().is("or") || tokens.peek().is("||")) {
      int position = tokens.next().position();
      left = new Expression.Or(left, and(), position);
    }
    return left;
  }

  private Expression and() throws FilterException {
    Expression left = not();
    while (tokens.peek().is("and") || tokens.peek().is("&&")) {
      int position = tokens.next().position();
      left = new Expression.And(left, not(), position);
    }
    return left;
  }

  private Expression not() throws FilterException {
    Token token = tokens.peek();
    if (token.is("not") || token.is("!")) {
      tokens.next();
      tokens.enter(token);
      Expression operand = not();
      tokens.leave();
      return new Expression.Not(operand, token.position());
    }
    return comparison();
  }

  private Expression comparison() throws FilterException {
    Expression left = number(0);
    Token token = tokens.peek();
    if (tokens.accept("in")) {
      if (!(left instanceof Expression.Read read)) {
        throw tokens.error(token, "\"in\" asks about a field", "a field before \"in\"");
      }
      return new Expression.In(read.reference(), tokens.set(), token.position());
    }
    Optional<Comparison> comparison = tokens.comparison();
    if (comparison.isEmpty()) {
      return left;
    }
    Expression right = number(0);
    Token second = tokens.peek();
    if (tokens.comparison().isPresent()) {
      throw tokens.error(
          second, "comparisons cannot be chained", "\"and\" between two comparisons");
    }
    return new Expression.Compare(left, comparison.get(), right, token.position());
  }

  private Expression number(int level) throws FilterException {
    if (level == LEVELS.size()) {
      return atom();
    }
    Expression left = number(level + 1);
    while (true) {
      Token token = tokens.peek();
      Optional<Expression.Operator> operator =
          LEVELS.get(level).stream().filter(o -> tokens.accept(o.symbol())).findFirst();
      if (operator.isEmpty()) {
        return left;
      }
      left = new Expression.Arithmetic(left, operator.get(), number(level + 1), token.position());
    }
  }

  private Expression atom() throws FilterException {
    Token token = tokens.peek();
    if (token.kind() == Token.Kind.VALUE) {
      return new Expression.Literal(tokens.next().value(), token.position());
    }
    if (tokens.accept("(")) {
      return enclosed(token);
    }
    if (token.kind() != Token.Kind.NAME) {
      throw tokens.unexpected(
          "a field such as tcp.dport, a value, \"not\", \"exists\", \"any\", \"all\" or \"(\"",
          List.of());
    }
    if (tokens.peekSecond().is("(")) {
      return call(token);
    }
    if (token.is("true") || token.is("false")) {
      tokens.next();
      return new Expression.Truth(token.is("true"), token.position());
    }
    if (token.is("verdict") && !tokens.peekSecond().is(".")) {
      tokens.next();
      tokens.expect("==", "\"==\" and a verdict such as XDP_DROP");
      String name = tokens.name("a verdict such as XDP_DROP").text();
      return new Expression.Verdict(name, token.position());
    }
    if (!tokens.peekSecond().is(".") && !tokens.peekSecond().is("[")) {
      tokens.next();
      return new Expression.Literal(
          new Value.Symbol(token.text(), token.position()), token.position());
    }
    return new Expression.Read(reference(true), token.position());
  }

  private Expression call(Token function) throws FilterException {
    int position = function.position();
    tokens.next();
    Token opening = tokens.next();
    return switch (function.text()) {
      case "exists" -> {
        Reference reference = reference(false);
        tokens.expect(")", "\")\"");
        yield new Expression.Exists(reference, position);
      }
      case "any" -> new Expression.Any(enclosed(opening), position);
      case "all" -> new Expression.All(enclosed(opening), position);
      default ->
          throw tokens.error(
              function,
              function.shown() + " is not a function",
              "\"exists\", \"any\" or \"all\"",
              List.of("exists", "any", "all"));
    };
  }

  private Expression enclosed(Token opening) throws FilterException {
    tokens.enter(opening);
    Expression inner = expression();
    tokens.expect(")", "an operator or \")\"");
    tokens.leave();
    return inner;
  }

  private Reference reference(boolean fieldNeeded) throws FilterException {
    Token base = tokens.name("a protocol or label");
    OptionalInt index = OptionalInt.empty();
    if (tokens.accept("[")) {
      index = OptionalInt.of(tokens.smallNumber("which of the layers, from 0"));
      tokens.expect("]", "\"]\"");
    }
    if (!fieldNeeded && !tokens.peek().is(".")) {
      return new Reference(base.text(), index, Optional.empty(), base.position());
    }
    tokens.expect(".", "\".\" and a field");
    Token field = tokens.name("a field");
    Reference.Part part = part(field, fieldNeeded);
    return new Reference(base.text(), index, Optional.of(part), base.position());
  }

  private Reference.Part part(Token field, boolean fieldNeeded) throws FilterException {
    if (tokens.accept("[")) {
      tokens.enter(field);
      Expression entry = number(0);
      tokens.leave();
      tokens.expect("]", "\"]\"");
      return new Reference.Entry(field.text(), entry, partField(fieldNeeded), field.position());
    }
    if (field.is("options")) {
      tokens.expect(".", "\".\" and an option such as MSS");
      Token option = tokens.name("an option such as MSS");
      return new Reference.Option(option.text(), partField(fieldNeeded), option.position());
    }
    return new Reference.Field(field.text(), field.position());
  }

  private Optional<String> partField(boolean needed) throws FilterException {
    if (!needed && !tokens.peek().is(".")) {
      return Optional.empty();
    }
    tokens.expect(".", "\".\" and a field");
    return Optional.of(tokens.name("a field").text());
  }
}
