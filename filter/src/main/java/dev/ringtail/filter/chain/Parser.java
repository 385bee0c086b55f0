// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import dev.ringtail.filter.FilterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Recursive descent over the grammar of chains. Time is linear in the text; nesting is limited, so
 * that no text can exhaust the stack.
 */
public final class Parser {

  private final TokenStream tokens;

  private Parser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /**
   * Parses a filter.
   *
   * @throws FilterException at the first token that cannot stand where it stands
   */
  public static FilterTree parse(String text) throws FilterException {
    return new Parser(new TokenStream(text)).filter();
  }

  /**
   * Parses a single value, such as an element of a set.
   *
   * @throws FilterException if the text is anything else
   */
  public static Value parseValue(String text) throws FilterException {
    TokenStream tokens = new TokenStream(text);
    Value value = tokens.value();
    if (!tokens.atEnd()) {
      throw tokens.unexpected("one value", List.of());
    }
    return value;
  }

  private FilterTree filter() throws FilterException {
    if (tokens.atEnd()) {
      throw tokens.error(tokens.peek(), "the filter is empty", "a chain such as eth/ipv4/tcp");
    }
    Chain chain = chain();
    Optional<Expression> where = Optional.empty();
    Optional<Extent> capture = Optional.empty();
    while (!tokens.atEnd()) {
      Token token = tokens.peek();
      if (where.isEmpty() && tokens.accept("where")) {
        where = Optional.of(new ExpressionParser(tokens).expression());
      } else if (capture.isEmpty() && tokens.accept("capture")) {
        capture = Optional.of(extent());
      } else if (token.is("where") || token.is("capture")) {
        throw tokens.error(token, token.shown() + " is there twice", "the end of the filter");
      } else {
        throw tokens.unexpected(
            capture.isPresent() || where.isPresent()
                ? "\"where\", \"capture\" or the end of the filter"
                : "\"/\", \"//\", \"where\", \"capture\" or the end of the filter",
            List.of("where", "capture"));
      }
    }
    return new FilterTree(chain, where, capture);
  }

  private Chain chain() throws FilterException {
    List<Chain.Step> steps = new ArrayList<>();
    boolean descends = tokens.accept("//");
    if (!descends && tokens.peek().is("/")) {
      throw tokens.error(
          tokens.peek(), "a chain does not start with \"/\"", "a protocol or \"//\"");
    }
    steps.add(new Chain.Step(descends, element()));
    while (true) {
      if (tokens.accept("//")) {
        steps.add(new Chain.Step(true, element()));
      } else if (tokens.accept("/")) {
        steps.add(new Chain.Step(false, element()));
      } else {
        return new Chain(steps);
      }
    }
  }

  private Element element() throws FilterException {
    Token first = tokens.peek();
    Element.Content content;
    if (tokens.accept("(")) {
      tokens.enter(first);
      List<Chain> alternatives = new ArrayList<>(List.of(chain()));
      while (tokens.accept("|")) {
        alternatives.add(chain());
      }
      tokens.expect(")", "\"/\", \"|\" or \")\"");
      tokens.leave();
      content = new Element.Group(alternatives, first.position());
    } else {
      content = layer();
    }
    Element.Quantifier quantifier = quantifier(first.position());
    Optional<Element.Label> label = Optional.empty();
    if (tokens.peek().is("@")) {
      Token at = tokens.next();
      label = Optional.of(new Element.Label(tokens.name("a label").text(), at.position()));
    }
    return new Element(content, quantifier, label);
  }

  private Element.Layer layer() throws FilterException {
    Token protocol = tokens.name("a protocol or \"(\"");
    List<Predicate> predicates = new ArrayList<>();
    if (tokens.accept("[")) {
      do {
        predicates.add(predicate());
      } while (tokens.accept(","));
      tokens.expect("]", "\",\" or \"]\"");
    }
    return new Element.Layer(protocol.text(), predicates, protocol.position());
  }

  private Predicate predicate() throws FilterException {
    Token first = tokens.peek();
    if (tokens.accept("!")) {
      Token flag = tokens.name("a flag");
      return new Predicate.Flag(flag.text(), true, flag.position());
    }
    Token field = tokens.name("a field or flag");
    if (tokens.accept("in")) {
      return new Predicate.In(field.text(), tokens.set(), first.position());
    }
    Optional<Comparison> comparison = tokens.comparison();
    if (comparison.isPresent()) {
      return new Predicate.Compare(
          field.text(), comparison.get(), tokens.value(), first.position());
    }
    return new Predicate.Flag(field.text(), false, first.position());
  }

  private Element.Quantifier quantifier(int elementPosition) throws FilterException {
    Token token = tokens.peek();
    int position = token.position();
    if (tokens.accept("?")) {
      return new Element.Quantifier(0, 1, position);
    }
    if (tokens.accept("*")) {
      return new Element.Quantifier(0, Element.Quantifier.UNBOUNDED, position);
    }
    if (tokens.accept("+")) {
      return new Element.Quantifier(1, Element.Quantifier.UNBOUNDED, position);
    }
    if (!tokens.accept("{")) {
      return new Element.Quantifier(1, 1, elementPosition);
    }
    int min = tokens.smallNumber("how often at least");
    int max = min;
    if (tokens.accept(",")) {
      boolean open = tokens.peek().is("}");
      max = open ? Element.Quantifier.UNBOUNDED : tokens.smallNumber("how often at most, or \"}\"");
    }
    tokens.expect("}", "\"}\"");
    return new Element.Quantifier(min, max, position);
  }

  private Extent extent() throws FilterException {
    Token token =
        tokens.name("\"all\", \"headers\", \"absolute\" and a number, a protocol or a label");
    int position = token.position();
    return switch (token.text()) {
      case "all" -> new Extent.All(position);
      case "absolute" -> new Extent.Absolute(tokens.smallNumber("a number of bytes"), position);
      case "headers" -> new Extent.Headers(more(), position);
      default -> new Extent.Layer(token.text(), more(), position);
    };
  }

  private int more() throws FilterException {
    return tokens.accept("+") ? tokens.smallNumber("a number of bytes") : 0;
  }
}
