// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.chain.Comparison;
import dev.ringtail.filter.chain.SetExpression;
import dev.ringtail.filter.chain.Spelling;
import dev.ringtail.filter.chain.Value;
import dev.ringtail.filter.check.Members.Range;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks values against the field that they are compared with. */
final class Values {

  private final String text;
  private final Set<SetUse> sets = new LinkedHashSet<>();

  Values(String text) {
    this.text = text;
  }

  /** All named sets that were asked for so far. */
  Set<SetUse> sets() {
    return sets;
  }

  /**
   * Whether a value belongs to the other family of addresses: not wrong where {@code ip} stands for
   * both.
   */
  static boolean isOtherFamily(Field field, Value value) {
    return switch (value) {
      case Value.Ipv4 v -> field.type() == ValueType.IPV6;
      case Value.Ipv6 v -> field.type() == ValueType.IPV4;
      case Value.Prefix v -> isOtherFamily(field, v.address());
      default -> false;
    };
  }

  /** Whether a set has values, all of the other family. */
  static boolean isOtherFamily(Field field, SetExpression set) {
    return set instanceof SetExpression.Literal literal
        && literal.items().stream().allMatch(item -> isOtherFamily(field, item.from()));
  }

  /** The test that a comparison with a value is. */
  Test compare(List<Field> fields, Comparison comparison, Value value) throws FilterException {
    Field field = fields.getFirst();
    if (value instanceof Value.Prefix prefix) {
      if (comparison != Comparison.EQUAL && comparison != Comparison.NOT_EQUAL) {
        throw new FilterException(
            text,
            value.position(),
            "a prefix has no order",
            "\"==\", \"!=\" or \"in\" before a prefix",
            null);
      }
      Members members = new Members.Ranges(List.of(prefix(field, prefix)));
      return new Test(fields, members, comparison == Comparison.NOT_EQUAL);
    }
    Bits bits = bits(field, value);
    Bits greatest = Bits.ones(field.bits());
    boolean negated = comparison == Comparison.NOT_EQUAL;
    boolean impossible =
        comparison == Comparison.LESS && bits.equals(Bits.ZERO)
            || comparison == Comparison.GREATER && bits.equals(greatest);
    if (impossible) {
      throw new FilterException(
          text,
          value.position(),
          "no packet can match: no %s is %s that"
              .formatted(field.name(), comparison == Comparison.LESS ? "less than" : "more than"),
          null,
          null);
    }
    Range range =
        switch (comparison) {
          case EQUAL, NOT_EQUAL -> new Range(bits, bits);
          case LESS -> new Range(Bits.ZERO, bits.previous());
          case LESS_OR_EQUAL -> new Range(Bits.ZERO, bits);
          case GREATER -> new Range(bits.next(), greatest);
          case GREATER_OR_EQUAL -> new Range(bits, greatest);
        };
    return new Test(fields, new Members.Ranges(List.of(range)), negated);
  }

  /** The test that {@code in} is; values of the other family are left out if told so. */
  Test in(List<Field> fields, SetExpression set, boolean eitherFamily) throws FilterException {
    Field field = fields.getFirst();
    return switch (set) {
      case SetExpression.Named named -> {
        SetUse use = new SetUse(named.name(), field.type().setType());
        sets.add(use);
        yield new Test(fields, new Members.Named(use), false);
      }
      case SetExpression.Literal literal -> {
        List<Range> ranges = new ArrayList<>();
        for (SetExpression.Item item : literal.items()) {
          if (!eitherFamily || !isOtherFamily(field, item.from())) {
            ranges.add(range(field, item));
          }
        }
        yield new Test(fields, Members.Ranges.union(ranges), false);
      }
    };
  }

  private Range range(Field field, SetExpression.Item item) throws FilterException {
    if (!item.isRange()) {
      if (item.from() instanceof Value.Prefix prefix) {
        return prefix(field, prefix);
      }
      Bits bits = bits(field, item.from());
      return new Range(bits, bits);
    }
    Bits from = bits(field, item.from());
    Bits to = bits(field, item.to());
    if (from.compareTo(to) > 0) {
      throw new FilterException(
          text, item.from().position(), "the range is empty", "the smaller value first", null);
    }
    return new Range(from, to);
  }

  private Range prefix(Field field, Value.Prefix prefix) throws FilterException {
    Bits address = bits(field, prefix.address());
    Bits host = Bits.ones(field.bits() - prefix.length());
    if (!address.and(host).equals(Bits.ZERO)) {
      throw new FilterException(
          text,
          prefix.position(),
          "the prefix has host bits set",
          "an address whose last %d bits are 0".formatted(field.bits() - prefix.length()),
          show(field.type(), address.and(host.not())) + "/" + prefix.length());
    }
    return new Range(address, address.or(host));
  }

  /** The value as a number of the field's width. */
  Bits bits(Field field, Value value) throws FilterException {
    Bits bits =
        switch (value) {
          case Value.Number number when field.type() == ValueType.NUMBER -> Bits.of(number.value());
          case Value.Mac mac when field.type() == ValueType.MAC -> Bits.of(mac.address());
          case Value.Ipv4 ipv4 when field.type() == ValueType.IPV4 ->
              Bits.of(Integer.toUnsignedLong(ipv4.address()));
          case Value.Ipv6 ipv6 when field.type() == ValueType.IPV6 ->
              new Bits(ipv6.high(), ipv6.low());
          case Value.Symbol symbol -> symbol(field, symbol);
          case Value.Prefix prefix ->
              throw new FilterException(
                  text,
                  value.position(),
                  field.name() + " cannot be compared with a prefix here",
                  field.type().title(),
                  null);
          default ->
              throw new FilterException(
                  text,
                  value.position(),
                  "%s is not %s".formatted(title(value), title(field)),
                  field.type().title(),
                  null);
        };
    Bits greatest = Bits.ones(field.bits());
    if (bits.compareTo(greatest) > 0) {
      throw new FilterException(
          text,
          value.position(),
          "%s does not fit into %s, which has %d bit%s"
              .formatted(
                  Long.toUnsignedString(bits.low()),
                  field.name(),
                  field.bits(),
                  field.bits() == 1 ? "" : "s"),
          "0 to " + Long.toUnsignedString(greatest.low()),
          null);
    }
    return bits;
  }

  private Bits symbol(Field field, Value.Symbol symbol) throws FilterException {
    Long value = field.symbols().get(symbol.name());
    if (value != null) {
      return Bits.of(value);
    }
    List<String> known = field.symbols().keySet().stream().sorted().toList();
    String expected =
        known.isEmpty()
            ? field.type().title()
            : field.type().title() + " or one of " + String.join(", ", known);
    throw new FilterException(
        text,
        symbol.position(),
        "%s has no value called \"%s\"".formatted(field.name(), symbol.name()),
        expected,
        Spelling.closest(symbol.name(), known).orElse(null));
  }

  private static String title(Field field) {
    return switch (field.type()) {
      case NUMBER -> "a number, as %s is".formatted(field.name());
      case MAC -> "a MAC address, as %s is".formatted(field.name());
      case IPV4 -> "an IPv4 address, as %s is".formatted(field.name());
      case IPV6 -> "an IPv6 address, as %s is".formatted(field.name());
    };
  }

  static String title(Value value) {
    return switch (value) {
      case Value.Number n -> "the number " + Long.toUnsignedString(n.value());
      case Value.Mac m -> "a MAC address";
      case Value.Ipv4 a -> "an IPv4 address";
      case Value.Ipv6 a -> "an IPv6 address";
      case Value.Symbol s -> "\"" + s.name() + "\"";
      case Value.Prefix p -> "a prefix";
    };
  }

  private static String show(ValueType type, Bits bits) {
    if (type == ValueType.IPV4) {
      long a = bits.low();
      return "%d.%d.%d.%d".formatted(a >> 24 & 255, a >> 16 & 255, a >> 8 & 255, a & 255);
    }
    StringBuilder groups = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      long half = i < 4 ? bits.high() : bits.low();
      groups.append(i == 0 ? "" : ":").append(Long.toHexString(half >>> 48 - i % 4 * 16 & 0xffff));
    }
    return groups.toString().replaceFirst("(?<=^|:)0(?::0)+$", ":");
  }
}
