// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.chain.Comparison;
import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.chain.Reference;
import dev.ringtail.filter.chain.SetExpression;
import dev.ringtail.filter.chain.Spelling;
import dev.ringtail.filter.chain.Value;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves {@code where}: truths here, numbers in {@link Quantities}. */
final class Conditions {

  private static final Set<String> VERDICTS =
      Set.of("XDP_ABORTED", "XDP_DROP", "XDP_PASS", "XDP_TX", "XDP_REDIRECT");

  private final String text;
  private final Values values;
  private final Predicates predicates;
  private final References references;
  private final Quantities quantities;
  private boolean asksVerdict;

  Conditions(String text, Values values, Predicates predicates, References references) {
    this.text = text;
    this.values = values;
    this.predicates = predicates;
    this.references = references;
    this.quantities = new Quantities(text, references);
  }

  /** Whether a verdict was asked for. */
  boolean asksVerdict() {
    return asksVerdict;
  }

  Condition truth(Expression expression) throws FilterException {
    return switch (expression) {
      case Expression.Or or -> new Condition.Or(truth(or.left()), truth(or.right()));
      case Expression.And and -> new Condition.And(truth(and.left()), truth(and.right()));
      case Expression.Not not -> new Condition.Not(truth(not.operand()));
      case Expression.Truth truth -> new Condition.Truth(truth.value());
      case Expression.Compare compare -> compare(compare);
      case Expression.In in -> in(in.reference(), in.set());
      case Expression.Exists exists ->
          new Condition.Exists(references.source(exists.reference(), quantities));
      case Expression.Any any -> each(any.operand(), false, any.position());
      case Expression.All all -> each(all.operand(), true, all.position());
      case Expression.Verdict verdict -> verdict(verdict);
      case Expression.Read read -> flag(read.reference());
      case Expression.Literal literal -> throw noTruth(literal.position());
      case Expression.Arithmetic arithmetic -> throw noTruth(arithmetic.position());
    };
  }

  private FilterException noTruth(int position) {
    return new FilterException(
        text, position, "a number is not a condition", "a comparison such as ==", null);
  }

  private Condition verdict(Expression.Verdict verdict) throws FilterException {
    if (!VERDICTS.contains(verdict.name())) {
      throw new FilterException(
          text,
          verdict.position(),
          "there is no verdict \"%s\"".formatted(verdict.name()),
          "one of " + String.join(", ", VERDICTS.stream().sorted().toList()),
          Spelling.closest(verdict.name(), VERDICTS).orElse(null));
    }
    asksVerdict = true;
    return new Condition.Truth(false);
  }

  private Condition each(Expression operand, boolean all, int position) throws FilterException {
    Names.Name name = references.enterEach(operand, position);
    Condition inner = truth(operand);
    references.leaveEach();
    return new Condition.Each(name.id(), all, inner);
  }

  private Condition flag(Reference reference) throws FilterException {
    Reference.Part part = reference.part().orElseThrow();
    if (!(part instanceof Reference.Field named)) {
      return ask(reference, Comparison.NOT_EQUAL, new Value.Number(0, part.position()));
    }
    Names.Name name = references.name(reference);
    Map<String, Test> tests = new LinkedHashMap<>();
    for (Protocol protocol : name.protocols()) {
      Field bit =
          protocol.flag(named.name()).orElseThrow(() -> notFlag(protocol, reference.base(), named));
      Value one = new Value.Number(1, named.position());
      tests.put(references.layout(protocol), values.compare(List.of(bit), Comparison.EQUAL, one));
    }
    return new Condition.Ask(references.source(reference, quantities), tests);
  }

  private FilterException notFlag(Protocol protocol, String shown, Reference.Field named) {
    if (protocol.read(named.name()).isEmpty()) {
      List<String> known = Predicates.known(protocol);
      return new FilterException(
          text,
          named.position(),
          "%s has no field \"%s\"".formatted(shown, named.name()),
          "one of " + String.join(", ", known),
          Spelling.closest(named.name(), known).orElse(null));
    }
    return new FilterException(
        text,
        named.position() + named.name().length(),
        "%s is not a flag".formatted(named.name()),
        "a comparison such as ==",
        null);
  }

  private Condition compare(Expression.Compare compare) throws FilterException {
    Expression left = quantities.fold(compare.left());
    Expression right = quantities.fold(compare.right());
    if (left instanceof Expression.Read read && right instanceof Expression.Literal literal) {
      return ask(read.reference(), compare.comparison(), literal.value());
    }
    if (left instanceof Expression.Literal literal && right instanceof Expression.Read read) {
      return ask(read.reference(), mirrored(compare.comparison()), literal.value());
    }
    if (left instanceof Expression.Read a && right instanceof Expression.Read b) {
      refuseMixture(a.reference(), b.reference(), compare.position());
      return new Condition.Compare(
          new Quantity.Value(references.valueSource(a.reference(), quantities)),
          compare.comparison(),
          new Quantity.Value(references.valueSource(b.reference(), quantities)));
    }
    Quantity a = quantities.number(left);
    Quantity b = quantities.number(right);
    if (a instanceof Quantity.Constant x && b instanceof Quantity.Constant y) {
      return new Condition.Truth(
          holds(Long.compareUnsigned(x.value(), y.value()), compare.comparison()));
    }
    return new Condition.Compare(a, compare.comparison(), b);
  }

  private void refuseMixture(Reference a, Reference b, int position) throws FilterException {
    List<ValueType> left = references.types(a);
    List<ValueType> right = references.types(b);
    if (left.stream().noneMatch(right::contains)) {
      throw new FilterException(
          text,
          position,
          "the two sides are %s and %s".formatted(kind(left.getFirst()), kind(right.getFirst())),
          "two values of one kind",
          null);
    }
  }

  private static String kind(ValueType type) {
    return switch (type) {
      case NUMBER -> "a number";
      case MAC -> "a MAC address";
      case IPV4 -> "an IPv4 address";
      case IPV6 -> "an IPv6 address";
    };
  }

  private Condition ask(Reference reference, Comparison comparison, Value value)
      throws FilterException {
    Map<String, Test> tests = new LinkedHashMap<>();
    Names.Name name = references.name(reference);
    boolean either = name.protocols().size() > 1;
    for (Protocol protocol : name.protocols()) {
      List<Field> fields = references.fields(reference, protocol);
      predicates.refusePlainAddress(References.fieldName(reference), value);
      if (!either || !Values.isOtherFamily(fields.getFirst(), value)) {
        tests.put(references.layout(protocol), values.compare(fields, comparison, value));
      }
    }
    return new Condition.Ask(references.source(reference, quantities), tests);
  }

  private Condition in(Reference reference, SetExpression set) throws FilterException {
    Map<String, Test> tests = new LinkedHashMap<>();
    Names.Name name = references.name(reference);
    boolean either = name.protocols().size() > 1;
    for (Protocol protocol : name.protocols()) {
      List<Field> fields = references.fields(reference, protocol);
      predicates.refusePlainAddresses(References.fieldName(reference), set);
      if (!either || !Values.isOtherFamily(fields.getFirst(), set)) {
        tests.put(references.layout(protocol), values.in(fields, set, either));
      }
    }
    return new Condition.Ask(references.source(reference, quantities), tests);
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

  private static boolean holds(int order, Comparison comparison) {
    return switch (comparison) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }
}
