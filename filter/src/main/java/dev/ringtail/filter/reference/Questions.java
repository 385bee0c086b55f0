// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.chain.Comparison;
import dev.ringtail.filter.chain.Predicate;
import dev.ringtail.filter.chain.SetExpression;
import dev.ringtail.filter.chain.Value;
import java.util.List;
import java.util.Optional;

/** Questions about one value, or about both ends of an alias. */
record Questions(Comparer comparer) {

  /** Reads the value of a field by its name; empty if it is not there. */
  @FunctionalInterface
  interface Reader {
    Optional<Datum> read(String field);
  }

  /**
   * Whether a layer is as its brackets say.
   *
   * @throws TruncatedException if a needed field is not completely in the packet
   */
  boolean holds(Packet packet, Layer layer, Predicate predicate) {
    Reader reader = field -> HeaderFields.value(packet, layer, field);
    return switch (predicate) {
      case Predicate.Flag flag -> HeaderFields.flag(packet, layer, flag.field()) != flag.negated();
      case Predicate.Compare compare ->
          compare(reader, compare.field(), compare.comparison(), compare.value());
      case Predicate.In in -> in(reader, in.field(), in.set());
    };
  }

  /** True if one of the values compares so; with {@code !=} if none of them is equal. */
  boolean compare(Reader reader, String name, Comparison comparison, Value value) {
    boolean negated = comparison == Comparison.NOT_EQUAL;
    List<String> fields = HeaderFields.names(name);
    for (String field : fields) {
      Optional<Datum> datum = reader.read(field);
      if (datum.isEmpty() || Comparer.isOtherFamily(datum.get().kind(), value)) {
        return false;
      }
      if (comparer.compare(datum.get(), comparison, value)) {
        return !negated;
      }
    }
    return negated;
  }

  boolean in(Reader reader, String name, SetExpression set) {
    return HeaderFields.names(name).stream()
        .anyMatch(field -> reader.read(field).map(datum -> comparer.in(datum, set)).orElse(false));
  }
}
