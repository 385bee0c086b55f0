// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import dev.ringtail.filter.FilterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tokens ahead, and the errors about them. */
final class TokenStream {

  private static final int MAX_NESTING = 32;
  private static final int MAX_SMALL = 262144;

  private final String text;
  private final List<Token> tokens;
  private int at;
  private int nesting;

  TokenStream(String text) throws FilterException {
    this.text = text;
    this.tokens = Scanner.scan(text);
  }

  Token peek() {
    return tokens.get(at);
  }

  /** The token behind the next one. */
  Token peekSecond() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1));
  }

  Token next() {
    Token token = peek();
    if (token.kind() != Token.Kind.END) {
      at++;
    }
    return token;
  }

  boolean atEnd() {
    return peek().kind() == Token.Kind.END;
  }

  boolean accept(String symbol) {
    boolean there = peek().is(symbol);
    if (there) {
      at++;
    }
    return there;
  }

  Token expect(String symbol, String expectation) throws FilterException {
    if (!peek().is(symbol)) {
      throw unexpected(expectation, List.of());
    }
    return next();
  }

  Token name(String expectation) throws FilterException {
    if (peek().kind() != Token.Kind.NAME) {
      throw unexpected(expectation, List.of());
    }
    return next();
  }

  int smallNumber(String expectation) throws FilterException {
    Token token = peek();
    if (!(token.value() instanceof Value.Number number)) {
      throw unexpected("a number: " + expectation, List.of());
    }
    if (number.value() < 0 || number.value() > MAX_SMALL) {
      throw error(token, token.text() + " is too large", "at most " + MAX_SMALL);
    }
    next();
    return (int) number.value();
  }

  Optional<Comparison> comparison() {
    for (Comparison comparison : Comparison.values()) {
      if (accept(comparison.symbol())) {
        return Optional.of(comparison);
      }
    }
    return Optional.empty();
  }

  Value value() throws FilterException {
    Token token = peek();
    return switch (token.kind()) {
      case VALUE -> next().value();
      case NAME -> new Value.Symbol(next().text(), token.position());
      default -> throw unexpected("a value", List.of());
    };
  }

  SetExpression set() throws FilterException {
    Token first = peek();
    if (accept("@")) {
      return new SetExpression.Named(name("the name of a set").text(), first.position());
    }
    expect("{", "\"{\" and values, or \"@\" and the name of a set");
    List<SetExpression.Item> items = new ArrayList<>();
    do {
      Value from = value();
      items.add(new SetExpression.Item(from, accept("..") ? value() : from));
    } while (accept(","));
    expect("}", "\",\", \"..\" or \"}\"");
    return new SetExpression.Literal(items, first.position());
  }

  /** Counts nesting, so that the parser's own stack is bounded. */
  void enter(Token opening) throws FilterException {
    if (++nesting > MAX_NESTING) {
      throw error(
          opening, "the filter is nested too deeply", "at most %d levels".formatted(MAX_NESTING));
    }
  }

  void leave() {
    nesting--;
  }

  FilterException unexpected(String expectation, List<String> words) {
    Token token = peek();
    String suggestion =
        token.kind() == Token.Kind.NAME ? Spelling.closest(token.text(), words).orElse(null) : null;
    String summary =
        token.kind() == Token.Kind.END
            ? "the filter ends too early"
            : token.shown() + " cannot stand here";
    return new FilterException(text, token.position(), summary, expectation, suggestion);
  }

  FilterException error(Token token, String summary, String expectation) {
    return error(token, summary, expectation, List.of());
  }

  FilterException error(Token token, String summary, String expectation, List<String> words) {
    String suggestion = Spelling.closest(token.text(), words).orElse(null);
    return new FilterException(text, token.position(), summary, expectation, suggestion);
  }
}
