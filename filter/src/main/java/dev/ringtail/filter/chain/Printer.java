// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import java.util.Comparator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a tree as text that parses to the same tree, whatever the spaces of the original were. */
public final class Printer {

  private static final Pattern ZERO_GROUPS = Pattern.compile("(?:^|:)(0(?::0)+)(?::|$)");

  private Printer() {}

  /** The whole filter. */
  public static String print(FilterTree tree) {
    StringBuilder out = new StringBuilder(print(tree.chain()));
    tree.where().ifPresent(where -> out.append(" where ").append(print(where)));
    tree.capture().ifPresent(capture -> out.append(" capture ").append(print(capture)));
    return out.toString();
  }

  /** A chain. */
  public static String print(Chain chain) {
    StringBuilder out = new StringBuilder();
    for (Chain.Step step : chain.steps()) {
      out.append(step.descends() ? "//" : out.isEmpty() ? "" : "/").append(print(step.element()));
    }
    return out.toString();
  }

  /** A layer or group with its quantifier and label. */
  public static String print(Element element) {
    String content =
        switch (element.content()) {
          case Element.Layer layer ->
              layer.protocol()
                  + (layer.predicates().isEmpty()
                      ? ""
                      : layer.predicates().stream()
                          .map(Printer::print)
                          .collect(Collectors.joining(", ", "[", "]")));
          case Element.Group group ->
              group.alternatives().stream()
                  .map(Printer::print)
                  .collect(Collectors.joining("|", "(", ")"));
        };
    String label = element.label().map(l -> "@" + l.name()).orElse("");
    return content + print(element.quantifier()) + label;
  }

  private static String print(Element.Quantifier quantifier) {
    int min = quantifier.min();
    int max = quantifier.max();
    if (quantifier.isOne()) {
      return "";
    }
    if (max == Element.Quantifier.UNBOUNDED) {
      return min == 0 ? "*" : min == 1 ? "+" : "{%d,}".formatted(min);
    }
    if (min == 0 && max == 1) {
      return "?";
    }
    return min == max ? "{%d}".formatted(min) : "{%d,%d}".formatted(min, max);
  }

  /** A predicate. */
  public static String print(Predicate predicate) {
    return switch (predicate) {
      case Predicate.Compare c ->
          c.field() + " " + c.comparison().symbol() + " " + print(c.value());
      case Predicate.In in -> in.field() + " in " + print(in.set());
      case Predicate.Flag flag -> (flag.negated() ? "!" : "") + flag.field();
    };
  }

  private static String print(SetExpression set) {
    return switch (set) {
      case SetExpression.Named named -> "@" + named.name();
      case SetExpression.Literal literal ->
          literal.items().stream()
              .map(i -> print(i.from()) + (i.isRange() ? ".." + print(i.to()) : ""))
              .collect(Collectors.joining(", ", "{", "}"));
    };
  }

  /** A value. */
  public static String print(Value value) {
    return switch (value) {
      case Value.Number number -> Long.toUnsignedString(number.value());
      case Value.Ipv4 ipv4 -> {
        int a = ipv4.address();
        yield "%d.%d.%d.%d".formatted(a >>> 24, a >> 16 & 255, a >> 8 & 255, a & 255);
      }
      case Value.Ipv6 ipv6 -> print(ipv6);
      case Value.Mac mac -> {
        StringBuilder out = new StringBuilder();
        for (int shift = 40; shift >= 0; shift -= 8) {
          out.append(out.isEmpty() ? "" : ":")
              .append("%02x".formatted(mac.address() >> shift & 255));
        }
        yield out.toString();
      }
      case Value.Symbol symbol -> symbol.name();
      case Value.Prefix prefix -> print(prefix.address()) + "/" + prefix.length();
    };
  }

  /** As RFC 5952 wants it: the first longest run of two or more zero groups is left out. */
  private static String print(Value.Ipv6 address) {
    StringBuilder groups = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      long half = i < 4 ? address.high() : address.low();
      groups.append(i == 0 ? "" : ":").append(Long.toHexString(half >>> 48 - i % 4 * 16 & 0xffff));
    }
    return ZERO_GROUPS
        .matcher(groups)
        .results()
        .max(Comparator.comparingInt(run -> run.group(1).length()))
        .map(run -> groups.substring(0, run.start()) + "::" + groups.substring(run.end()))
        .orElse(groups.toString());
  }

  /** An expression, with parentheses around every part of a part. */
  public static String print(Expression expression) {
    return switch (expression) {
      case Expression.Or or -> inner(or.left()) + " or " + inner(or.right());
      case Expression.And and -> inner(and.left()) + " and " + inner(and.right());
      case Expression.Not not -> "not " + inner(not.operand());
      case Expression.Compare c ->
          inner(c.left()) + " " + c.comparison().symbol() + " " + inner(c.right());
      case Expression.In in -> print(in.reference()) + " in " + print(in.set());
      case Expression.Arithmetic a ->
          inner(a.left()) + " " + a.operator().symbol() + " " + inner(a.right());
      case Expression.Literal literal -> print(literal.value());
      case Expression.Read read -> print(read.reference());
      case Expression.Exists exists -> "exists(" + print(exists.reference()) + ")";
      case Expression.Any any -> "any(" + print(any.operand()) + ")";
      case Expression.All all -> "all(" + print(all.operand()) + ")";
      case Expression.Truth truth -> Boolean.toString(truth.value());
      case Expression.Verdict verdict -> "verdict == " + verdict.name();
    };
  }

  private static String inner(Expression expression) {
    boolean simple =
        switch (expression) {
          case Expression.Literal l -> true;
          case Expression.Read r -> true;
          case Expression.Exists e -> true;
          case Expression.Any a -> true;
          case Expression.All a -> true;
          case Expression.Truth t -> true;
          default -> false;
        };
    return simple ? print(expression) : "(" + print(expression) + ")";
  }

  private static String print(Reference reference) {
    StringBuilder out = new StringBuilder(reference.base());
    reference.index().ifPresent(index -> out.append('[').append(index).append(']'));
    reference
        .part()
        .ifPresent(
            part ->
                out.append(
                    switch (part) {
                      case Reference.Field field -> "." + field.name();
                      case Reference.Entry entry ->
                          ".%s[%s]%s"
                              .formatted(
                                  entry.list(),
                                  print(entry.index()),
                                  entry.field().map(f -> "." + f).orElse(""));
                      case Reference.Option option ->
                          ".options." + option.name() + option.field().map(f -> "." + f).orElse("");
                    }));
    return out.toString();
  }

  /** An extent. */
  public static String print(Extent extent) {
    return switch (extent) {
      case Extent.All all -> "all";
      case Extent.Headers headers -> "headers" + more(headers.more());
      case Extent.Layer layer -> layer.name() + more(layer.more());
      case Extent.Absolute absolute -> "absolute " + absolute.bytes();
    };
  }

  private static String more(int bytes) {
    return bytes == 0 ? "" : "+" + bytes;
  }
}
