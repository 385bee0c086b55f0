// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.chain.Comparison;
import dev.ringtail.filter.chain.Predicate;
import dev.ringtail.filter.chain.SetExpression;
import dev.ringtail.filter.chain.Spelling;
import dev.ringtail.filter.chain.Value;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Resolves the brackets behind a protocol. */
final class Predicates {

  private final String text;
  private final ProtocolTable table;
  private final Values values;

  Predicates(String text, ProtocolTable table, Values values) {
    this.text = text;
    this.table = table;
    this.values = values;
  }

  /**
   * The tests that the predicates are for one protocol.
   *
   * @param shown name to use in messages
   * @param eitherFamily whether addresses of the other family make a predicate false, not wrong
   * @return empty if a predicate is false for this protocol
   */
  Optional<List<Test>> resolve(
      Protocol protocol, String shown, List<Predicate> predicates, boolean eitherFamily)
      throws FilterException {
    List<Test> tests = new ArrayList<>();
    Map<Field, Members.Ranges> possible = new HashMap<>();
    for (Predicate predicate : predicates) {
      Optional<Test> test = resolve(protocol, shown, predicate, eitherFamily);
      if (test.isEmpty()) {
        return Optional.empty();
      }
      tests.add(test.get());
      refuseContradiction(test.get(), possible, predicate.position());
    }
    return Optional.of(tests);
  }

  private void refuseContradiction(Test test, Map<Field, Members.Ranges> possible, int position)
      throws FilterException {
    if (test.fields().size() > 1 || !(test.members() instanceof Members.Ranges ranges)) {
      return;
    }
    Field field = test.fields().getFirst();
    Bits greatest = Bits.ones(field.bits());
    Members.Ranges allowed = test.negated() ? ranges.complement(greatest) : ranges;
    Members.Ranges before = possible.get(field);
    Members.Ranges left = before == null ? allowed : before.intersect(allowed);
    if (left.ranges().isEmpty()) {
      throw new FilterException(
          text,
          position,
          "no packet can match: no %s satisfies all of this".formatted(field.name()),
          null,
          null);
    }
    possible.put(field, left);
  }

  private Optional<Test> resolve(
      Protocol protocol, String shown, Predicate predicate, boolean eitherFamily)
      throws FilterException {
    return switch (predicate) {
      case Predicate.Flag flag -> {
        Field bit = protocol.flag(flag.field()).orElseThrow(() -> noFlag(protocol, shown, flag));
        yield Optional.of(
            values.compare(
                List.of(bit),
                Comparison.EQUAL,
                new Value.Number(flag.negated() ? 0 : 1, flag.position())));
      }
      case Predicate.Compare compare -> {
        List<Field> fields = fields(protocol, shown, compare.field(), compare.position());
        refusePlainAddress(compare.field(), compare.value());
        if (eitherFamily && Values.isOtherFamily(fields.getFirst(), compare.value())) {
          yield Optional.empty();
        }
        yield Optional.of(values.compare(fields, compare.comparison(), compare.value()));
      }
      case Predicate.In in -> {
        List<Field> fields = fields(protocol, shown, in.field(), in.position());
        refusePlainAddresses(in.field(), in.set());
        if (eitherFamily && Values.isOtherFamily(fields.getFirst(), in.set())) {
          yield Optional.empty();
        }
        yield Optional.of(values.in(fields, in.set(), eitherFamily));
      }
    };
  }

  /** The fields that a name reads. */
  List<Field> fields(Protocol protocol, String shown, String name, int position)
      throws FilterException {
    List<Field> fields = protocol.read(name);
    if (fields.isEmpty()) {
      if (protocol.flag(name).isPresent()) {
        throw new FilterException(
            text,
            position,
            "%s is a flag of %s and has no value to compare".formatted(name, shown),
            "\"%s\" or \"!%s\"".formatted(name, name),
            null);
      }
      List<String> known = shown.equals("ip") ? commonToIp() : known(protocol);
      throw new FilterException(
          text,
          position,
          "%s has no field \"%s\"".formatted(shown, name),
          "one of " + String.join(", ", known),
          Spelling.closest(name, known).filter(close -> !close.equals(name)).orElse(null));
    }
    return fields;
  }

  private List<String> commonToIp() {
    List<String> common = new ArrayList<>(known(table.get("ipv4")));
    common.retainAll(known(table.get("ipv6")));
    return common;
  }

  /** {@code net} is asked with prefixes. */
  void refusePlainAddress(String field, Value value) throws FilterException {
    if (field.equals("net") && (value instanceof Value.Ipv4 || value instanceof Value.Ipv6)) {
      throw new FilterException(
          text,
          value.position(),
          "net is compared with a prefix, not with an address",
          "a prefix such as 10.0.0.0/8",
          "host");
    }
  }

  void refusePlainAddresses(String field, SetExpression set) throws FilterException {
    if (set instanceof SetExpression.Literal literal) {
      for (SetExpression.Item item : literal.items()) {
        refusePlainAddress(field, item.from());
      }
    }
  }

  /** All that can be named in a protocol's brackets with a comparison. */
  static List<String> known(Protocol protocol) {
    return Stream.concat(protocol.fields().stream().map(Field::name), protocol.aliases().stream())
        .toList();
  }

  private FilterException noFlag(Protocol protocol, String shown, Predicate.Flag flag) {
    boolean isField = !protocol.read(flag.field()).isEmpty();
    List<String> flags =
        Stream.concat(protocol.flags().stream(), protocol.fields().stream().filter(Field::isFlag))
            .map(Field::name)
            .distinct()
            .toList();
    if (isField) {
      return new FilterException(
          text,
          flag.position() + flag.field().length(),
          "%s is not a flag".formatted(flag.field()),
          "a comparison such as == or in",
          null);
    }
    List<String> words = Stream.concat(flags.stream(), known(protocol).stream()).toList();
    return new FilterException(
        text,
        flag.position(),
        "%s has no flag or field \"%s\"".formatted(shown, flag.field()),
        "one of " + String.join(", ", words.stream().distinct().toList()),
        Spelling.closest(flag.field(), words).orElse(null));
  }
}
