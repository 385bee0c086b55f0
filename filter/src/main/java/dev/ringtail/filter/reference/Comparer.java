// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.SetType;
import dev.ringtail.filter.chain.Comparison;
import dev.ringtail.filter.chain.SetExpression;
import dev.ringtail.filter.chain.Value;
import java.math.BigInteger;

/** Values of fields against what is written in the filter. */
record Comparer(Sets sets) {

  /** Whether the order of two values is what the comparison asks. */
  static boolean holds(int order, Comparison comparison) {
    return switch (comparison) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  /** Whether a literal is an address of the family that the value does not belong to. */
  static boolean isOtherFamily(Kind kind, Value value) {
    return switch (value) {
      case Value.Ipv4 v -> kind == Kind.IPV6;
      case Value.Ipv6 v -> kind == Kind.IPV4;
      case Value.Prefix v -> isOtherFamily(kind, v.address());
      default -> false;
    };
  }

  /** {@code datum comparison value}, for {@code !=} its counterpart {@code ==}. */
  boolean compare(Datum datum, Comparison comparison, Value value) {
    if (isOtherFamily(datum.kind(), value)) {
      return false;
    }
    if (value instanceof Value.Prefix prefix) {
      return inPrefix(datum, prefix);
    }
    int order = datum.value().compareTo(number(datum, value));
    return holds(order, comparison == Comparison.NOT_EQUAL ? Comparison.EQUAL : comparison);
  }

  boolean in(Datum datum, SetExpression set) {
    return switch (set) {
      case SetExpression.Named named ->
          sets.contains(named.name(), setType(datum.kind()), datum.value());
      case SetExpression.Literal literal ->
          literal.items().stream().anyMatch(item -> in(datum, item));
    };
  }

  private boolean in(Datum datum, SetExpression.Item item) {
    if (isOtherFamily(datum.kind(), item.from())) {
      return false;
    }
    if (item.from() instanceof Value.Prefix prefix) {
      return inPrefix(datum, prefix);
    }
    return datum.value().compareTo(number(datum, item.from())) >= 0
        && datum.value().compareTo(number(datum, item.to())) <= 0;
  }

  private static boolean inPrefix(Datum datum, Value.Prefix prefix) {
    int free = (datum.kind() == Kind.IPV4 ? 32 : 128) - prefix.length();
    BigInteger network = number(datum, prefix.address());
    return datum.value().shiftRight(free).equals(network.shiftRight(free));
  }

  private static SetType setType(Kind kind) {
    return switch (kind) {
      case NUMBER -> SetType.NUMBER;
      case MAC -> SetType.MAC;
      case IPV4 -> SetType.IPV4;
      case IPV6 -> SetType.IPV6;
    };
  }

  private static BigInteger number(Datum datum, Value value) {
    return switch (value) {
      case Value.Number v -> unsigned(v.value());
      case Value.Ipv4 v -> unsigned(Integer.toUnsignedLong(v.address()));
      case Value.Ipv6 v -> unsigned(v.high()).shiftLeft(64).or(unsigned(v.low()));
      case Value.Mac v -> unsigned(v.address());
      case Value.Symbol v -> unsigned(Symbols.number(datum.symbols(), v.name()));
      case Value.Prefix v -> throw new IllegalArgumentException("a prefix is no number");
    };
  }

  static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }
}
