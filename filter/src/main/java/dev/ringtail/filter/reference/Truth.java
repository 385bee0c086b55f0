// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.chain.Comparison;
import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.chain.Reference;
import dev.ringtail.filter.chain.Value;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * What {@code where} says about a way.
 *
 * @param each inside {@code any} and {@code all}: the name that is gone over, and the layer
 */
record Truth(Packet packet, Way way, Repeats repeats, Questions questions, Optional<Current> each) {

  /** The layer that {@code any} or {@code all} is at. */
  record Current(String name, Layer layer) {}

  /**
   * Whether the expression is true.
   *
   * @throws TruncatedException if a field that is evaluated is not completely in the packet
   */
  boolean of(Expression expression) {
    return switch (expression) {
      case Expression.Or or -> of(or.left()) || of(or.right());
      case Expression.And and -> of(and.left()) && of(and.right());
      case Expression.Not not -> !of(not.operand());
      case Expression.Truth truth -> truth.value();
      case Expression.Compare compare -> compare(compare);
      case Expression.In in ->
          questions.in(reader(in.reference()), fieldName(in.reference()), in.set());
      case Expression.Exists exists -> exists(exists.reference());
      case Expression.Any any -> layers(any.operand()).anyMatch(truth -> truth.of(any.operand()));
      case Expression.All all -> layers(all.operand()).allMatch(truth -> truth.of(all.operand()));
      case Expression.Read read -> flag(read.reference());
      case Expression.Verdict verdict -> false;
      case Expression.Literal literal -> throw new IllegalArgumentException("no truth");
      case Expression.Arithmetic arithmetic -> throw new IllegalArgumentException("no truth");
    };
  }

  private java.util.stream.Stream<Truth> layers(Expression operand) {
    String name = repeats.goneOver(operand);
    return way.called(name).stream()
        .map(
            layer ->
                new Truth(packet, way, repeats, questions, Optional.of(new Current(name, layer))));
  }

  private boolean compare(Expression.Compare compare) {
    if (compare.left() instanceof Expression.Read read
        && compare.right() instanceof Expression.Literal literal) {
      return compare(read.reference(), compare.comparison(), literal.value());
    }
    if (compare.left() instanceof Expression.Literal literal
        && compare.right() instanceof Expression.Read read) {
      return compare(read.reference(), mirrored(compare.comparison()), literal.value());
    }
    Optional<Kind> kind = kind(compare.left());
    if (kind.isEmpty() || !kind.equals(kind(compare.right()))) {
      return false;
    }
    Optional<Datum> left = value(compare.left());
    if (left.isEmpty()) {
      return false;
    }
    Optional<Datum> right = value(compare.right());
    return right.isPresent()
        && Comparer.holds(left.get().value().compareTo(right.get().value()), compare.comparison());
  }

  /** What a side of a comparison is; empty if the way does not have its layer. */
  private Optional<Kind> kind(Expression expression) {
    if (!(expression instanceof Expression.Read read)) {
      return Optional.of(Kind.NUMBER);
    }
    return layer(read.reference())
        .map(
            layer ->
                switch (read.reference().part().orElseThrow()) {
                  case Reference.Field field -> HeaderFields.kind(layer, field.name());
                  case Reference.Entry entry ->
                      entry.list().equals("segments") ? Kind.IPV6 : Kind.NUMBER;
                  case Reference.Option option -> Kind.NUMBER;
                });
  }

  private boolean compare(Reference reference, Comparison comparison, Value value) {
    return questions.compare(reader(reference), fieldName(reference), comparison, value);
  }

  private static Comparison mirrored(Comparison comparison) {
    return switch (comparison) {
      case EQUAL, NOT_EQUAL -> comparison;
      case LESS -> Comparison.GREATER;
      case LESS_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
      case GREATER -> Comparison.LESS;
      case GREATER_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
    };
  }

  private Optional<Datum> value(Expression expression) {
    return switch (expression) {
      case Expression.Literal literal ->
          Optional.of(number(((Value.Number) literal.value()).value()));
      case Expression.Read read ->
          read(read.reference(), fieldName(read.reference())).map(Datum::read);
      case Expression.Arithmetic arithmetic ->
          value(arithmetic.left())
              .flatMap(
                  left ->
                      value(arithmetic.right())
                          .map(right -> number(compute(arithmetic.operator(), left, right))));
      default -> throw new IllegalArgumentException("no number: " + expression);
    };
  }

  private static Datum number(long value) {
    BigInteger unsigned = Comparer.unsigned(value);
    return new Datum(Kind.NUMBER, () -> unsigned, "");
  }

  /** As BPF computes. */
  private static long compute(Expression.Operator operator, Datum left, Datum right) {
    long a = left.value().longValue();
    long b = right.value().longValue();
    return switch (operator) {
      case OR -> a | b;
      case AND -> a & b;
      case SHIFT_LEFT -> a << (b & 63);
      case SHIFT_RIGHT -> a >>> (b & 63);
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> b == 0 ? 0 : Long.divideUnsigned(a, b);
      case REMAINDER -> b == 0 ? a : Long.remainderUnsigned(a, b);
    };
  }

  private Optional<Layer> layer(Reference reference) {
    if (each.isPresent()
        && each.get().name().equals(reference.base())
        && reference.index().isEmpty()) {
      return Optional.of(each.get().layer());
    }
    List<Layer> layers = way.called(reference.base());
    int index = reference.index().orElse(0);
    return index < layers.size() ? Optional.of(layers.get(index)) : Optional.empty();
  }

  private boolean exists(Reference reference) {
    Optional<Layer> layer = layer(reference);
    if (layer.isEmpty() || reference.part().isEmpty()) {
      return layer.isPresent();
    }
    return switch (reference.part().get()) {
      case Reference.Field field ->
          HeaderFields.names(field.name()).stream()
              .allMatch(name -> HeaderFields.has(packet, layer.get(), name));
      case Reference.Entry entry -> {
        Optional<Datum> index = value(entry.index());
        yield index.isPresent()
            && Parts.hasEntry(packet, layer.get(), entry.list(), index.get().value().longValue());
      }
      case Reference.Option option when option.field().isEmpty() ->
          Parts.option(packet, layer.get(), option.name()).isPresent();
      case Reference.Option option -> read(reference, option.field().get()).isPresent();
    };
  }

  private boolean flag(Reference reference) {
    if (reference.part().orElseThrow() instanceof Reference.Field field) {
      return layer(reference)
          .map(layer -> HeaderFields.flag(packet, layer, field.name()))
          .orElse(false);
    }
    return read(reference, fieldName(reference))
        .map(datum -> !datum.value().equals(BigInteger.ZERO))
        .orElse(false);
  }

  private Questions.Reader reader(Reference reference) {
    return field -> read(reference, field);
  }

  private static String fieldName(Reference reference) {
    return switch (reference.part().orElseThrow()) {
      case Reference.Field field -> field.name();
      case Reference.Entry entry -> entry.field().orElseThrow();
      case Reference.Option option -> option.field().orElseThrow();
    };
  }

  private Optional<Datum> read(Reference reference, String name) {
    Optional<Layer> layer = layer(reference);
    if (layer.isEmpty()) {
      return Optional.empty();
    }
    return switch (reference.part().orElseThrow()) {
      case Reference.Field field -> HeaderFields.value(packet, layer.get(), name);
      case Reference.Entry entry ->
          value(entry.index())
              .flatMap(
                  index ->
                      Parts.entryValue(
                          packet, layer.get(), entry.list(), index.value().longValue(), name));
      case Reference.Option option -> Parts.optionValue(packet, layer.get(), option.name(), name);
    };
  }
}
