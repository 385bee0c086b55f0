// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.chain.Reference;
import dev.ringtail.filter.chain.Spelling;
import dev.ringtail.filter.protocol.EntryList;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.OptionKind;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ProtocolTable;
import dev.ringtail.filter.protocol.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Resolves what {@code where} and {@code capture} call layers and their parts. */
final class References {

  private final String text;
  private final ProtocolTable table;
  private final Names names;
  private final Predicates predicates;
  private final Set<Integer> used = new LinkedHashSet<>();
  private Names.Name current;

  References(String text, ProtocolTable table, Names names, Predicates predicates) {
    this.text = text;
    this.table = table;
    this.names = names;
    this.predicates = predicates;
  }

  /** The protocol by whose name the ways know layers that read like this one. */
  String layout(Protocol protocol) {
    return table.layout(protocol).name();
  }

  /** The names that were referred to. */
  Set<Integer> used() {
    return used;
  }

  /** Whether the chain has a layer of that name. */
  boolean knows(String base) {
    return names.contains(base);
  }

  /** The names of layers that have a field, qualified. */
  List<String> withField(String field) {
    return names.all().stream()
        .filter(
            name -> names.get(name).protocols().stream().allMatch(p -> !p.read(field).isEmpty()))
        .map(name -> name + "." + field)
        .toList();
  }

  /** What the base of a reference names. */
  Names.Name name(Reference reference) throws FilterException {
    return name(reference.base(), reference.position());
  }

  /** What a name names. */
  Names.Name name(String base, int position) throws FilterException {
    if (!names.contains(base)) {
      boolean isProtocol = table.find(base).isPresent() || base.equals("ip");
      throw new FilterException(
          text,
          position,
          isProtocol
              ? "the chain has no %s".formatted(base)
              : "\"%s\" is no label or protocol of the chain".formatted(base),
          "one of " + String.join(", ", names.all()),
          Spelling.closest(base, names.all()).orElse(null));
    }
    Names.Name name = names.get(base);
    if (name.isAmbiguous()) {
      throw new FilterException(
          text,
          position,
          "%s is ambiguous: the chain has it at %d places".formatted(base, name.places()),
          "a label, given in the chain as in %s@outer".formatted(base),
          null);
    }
    used.add(name.id());
    return name;
  }

  /** Begins any or all: finds the one name whose layers it goes over. */
  Names.Name enterEach(Expression operand, int position) throws FilterException {
    if (current != null) {
      throw new FilterException(
          text, position, "any and all cannot be inside each other", "one of them", null);
    }
    Set<Names.Name> repeated = new LinkedHashSet<>();
    Set<Names.Name> single = new LinkedHashSet<>();
    for (Reference reference : inside(operand)) {
      if (reference.index().isEmpty()) {
        Names.Name name = name(reference);
        (name.isRepeated() ? repeated : single).add(name);
      }
    }
    Set<Names.Name> over = repeated.isEmpty() ? single : repeated;
    if (over.size() != 1) {
      throw new FilterException(
          text,
          position,
          over.isEmpty()
              ? "any and all go over a repeated layer, and none is named"
              : "any and all go over one repeated layer, not over several",
          "one repeated layer without index",
          null);
    }
    current = over.iterator().next();
    return current;
  }

  void leaveEach() {
    current = null;
  }

  private static List<Reference> inside(Expression expression) {
    List<Reference> found = new ArrayList<>();
    collect(expression, found);
    return found;
  }

  private static void collect(Expression expression, List<Reference> found) {
    switch (expression) {
      case Expression.Or e -> {
        collect(e.left(), found);
        collect(e.right(), found);
      }
      case Expression.And e -> {
        collect(e.left(), found);
        collect(e.right(), found);
      }
      case Expression.Not e -> collect(e.operand(), found);
      case Expression.Compare e -> {
        collect(e.left(), found);
        collect(e.right(), found);
      }
      case Expression.Arithmetic e -> {
        collect(e.left(), found);
        collect(e.right(), found);
      }
      case Expression.In e -> found.add(e.reference());
      case Expression.Exists e -> found.add(e.reference());
      case Expression.Read e -> found.add(e.reference());
      case Expression.Any e -> collect(e.operand(), found);
      case Expression.All e -> collect(e.operand(), found);
      case Expression.Literal e -> {}
      case Expression.Truth e -> {}
      case Expression.Verdict e -> {}
    }
  }

  /** Where the value is; refuses aliases, which read two. */
  Quantity.Source valueSource(Reference reference, Quantities quantities) throws FilterException {
    Names.Name name = name(reference);
    for (Protocol protocol : name.protocols()) {
      if (fields(reference, protocol).size() > 1) {
        throw new FilterException(
            text,
            reference.part().orElseThrow().position(),
            "%s reads both ends".formatted(fieldName(reference)),
            "a comparison with a value, or one end",
            null);
      }
    }
    return source(reference, quantities);
  }

  /** Where in the packet a reference points. */
  Quantity.Source source(Reference reference, Quantities quantities) throws FilterException {
    Names.Name name = name(reference);
    int index = index(reference, name);
    if (reference.part().isEmpty()) {
      return new Quantity.Source(name.id(), index, new Quantity.Whole());
    }
    Quantity.Access access =
        switch (reference.part().get()) {
          case Reference.Field field -> {
            for (Protocol protocol : name.protocols()) {
              if (protocol.flag(field.name()).isEmpty()) {
                predicates.fields(protocol, reference.base(), field.name(), field.position());
              }
            }
            yield new Quantity.InHeader(field.name());
          }
          case Reference.Entry entry -> {
            EntryList list = list(name, reference, entry);
            Quantity number = quantities.number(entry.index());
            yield new Quantity.InEntry(list, number, entryField(list, entry).orElse(null));
          }
          case Reference.Option option -> {
            OptionKind kind = option(name, reference, option);
            yield new Quantity.InOption(kind, optionField(kind, option).orElse(null));
          }
        };
    return new Quantity.Source(name.id(), index, access);
  }

  private int index(Reference reference, Names.Name name) throws FilterException {
    if (reference.index().isPresent()) {
      int index = reference.index().getAsInt();
      if (index >= name.most()) {
        throw new FilterException(
            text,
            reference.position(),
            "the chain has at most %d layer%s called %s"
                .formatted(name.most(), name.most() == 1 ? "" : "s", name.text()),
            "an index below " + name.most(),
            null);
      }
      return index;
    }
    if (name == current) {
      return Quantity.Source.CURRENT;
    }
    if (name.isRepeated()) {
      throw new FilterException(
          text,
          reference.position(),
          "%s may be there several times".formatted(name.text()),
          "an index, as in %s[0], or any(...) or all(...) around the comparison"
              .formatted(name.text()),
          null);
    }
    return 0;
  }

  /** The fields that a reference reads if the layer is of that protocol. */
  List<Field> fields(Reference reference, Protocol protocol) throws FilterException {
    return switch (reference.part().orElseThrow()) {
      case Reference.Field field ->
          predicates.fields(protocol, reference.base(), field.name(), field.position());
      case Reference.Entry entry -> {
        EntryList list = list(name(reference), reference, entry);
        yield List.of(entryField(list, entry).orElseThrow());
      }
      case Reference.Option option -> {
        OptionKind kind = option(name(reference), reference, option);
        yield List.of(optionField(kind, option).orElseThrow());
      }
    };
  }

  /** The types that a reference may have. */
  List<ValueType> types(Reference reference) throws FilterException {
    List<ValueType> types = new ArrayList<>();
    for (Protocol protocol : name(reference).protocols()) {
      ValueType type = fields(reference, protocol).getFirst().type();
      if (!types.contains(type)) {
        types.add(type);
      }
    }
    return types;
  }

  private EntryList list(Names.Name name, Reference reference, Reference.Entry entry)
      throws FilterException {
    Protocol protocol = name.protocols().getFirst();
    Optional<EntryList> list =
        name.protocols().size() == 1 ? protocol.list(entry.list()) : Optional.empty();
    List<String> known = protocol.lists().stream().map(EntryList::name).toList();
    return list.orElseThrow(
        () ->
            new FilterException(
                text,
                entry.position(),
                "%s has no list \"%s\"".formatted(reference.base(), entry.list()),
                known.isEmpty() ? "a field" : "one of " + String.join(", ", known),
                Spelling.closest(entry.list(), known).orElse(null)));
  }

  private Optional<Field> entryField(EntryList list, Reference.Entry entry) throws FilterException {
    return part(list.fields(), list.name(), entry.field(), entry.position());
  }

  private OptionKind option(Names.Name name, Reference reference, Reference.Option option)
      throws FilterException {
    Protocol protocol = name.protocols().getFirst();
    Optional<OptionKind> kind =
        name.protocols().size() == 1 ? protocol.option(option.name()) : Optional.empty();
    List<String> known = protocol.options().stream().map(OptionKind::name).toList();
    return kind.orElseThrow(
        () ->
            new FilterException(
                text,
                option.position(),
                "%s has no option \"%s\"".formatted(reference.base(), option.name()),
                known.isEmpty() ? "a field" : "one of " + String.join(", ", known),
                Spelling.closest(option.name(), known).orElse(null)));
  }

  private Optional<Field> optionField(OptionKind kind, Reference.Option option)
      throws FilterException {
    return part(kind.fields(), kind.name(), option.field(), option.position());
  }

  private Optional<Field> part(List<Field> fields, String of, Optional<String> wanted, int position)
      throws FilterException {
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    List<String> known = fields.stream().map(Field::name).toList();
    Optional<Field> field =
        fields.stream().filter(candidate -> candidate.name().equals(wanted.get())).findFirst();
    if (field.isEmpty()) {
      throw new FilterException(
          text,
          position,
          "%s has no field \"%s\"".formatted(of, wanted.get()),
          known.isEmpty() ? "exists(...) around it" : "one of " + String.join(", ", known),
          Spelling.closest(wanted.get(), known).orElse(null));
    }
    return field;
  }

  /** The field that a reference names, without its layer. */
  static String fieldName(Reference reference) {
    return switch (reference.part().orElseThrow()) {
      case Reference.Field field -> field.name();
      case Reference.Entry entry -> entry.field().orElse(entry.list());
      case Reference.Option option -> option.field().orElse(option.name());
    };
  }

  static String show(Reference reference) {
    return reference.base() + "." + fieldName(reference);
  }
}
