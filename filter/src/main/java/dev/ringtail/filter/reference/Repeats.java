// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.chain.Chain;
import dev.ringtail.filter.chain.Element;
import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.chain.Reference;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The names of a chain that several layers of one way can have. */
final class Repeats {

  private final Set<String> repeated = new HashSet<>();

  Repeats(Chain chain) {
    collect(chain, false);
  }

  private void collect(Chain chain, boolean repeats) {
    chain.steps().forEach(step -> collect(step.element(), Optional.empty(), repeats));
  }

  private void collect(Element element, Optional<String> outerLabel, boolean outerRepeats) {
    boolean repeats = outerRepeats || element.quantifier().max() > 1;
    Optional<String> label = element.label().map(Element.Label::name).or(() -> outerLabel);
    switch (element.content()) {
      case Element.Layer layer when repeats -> {
        repeated.add(layer.protocol());
        label.ifPresent(repeated::add);
        if (layer.protocol().equals("ip")) {
          repeated.addAll(List.of("ipv4", "ipv6"));
        }
      }
      case Element.Layer layer -> {}
      case Element.Group group ->
          group
              .alternatives()
              .forEach(
                  chain -> chain.steps().forEach(step -> collect(step.element(), label, repeats)));
    }
  }

  /** The name that {@code any} and {@code all} go over: the repeated one, or the only one. */
  String goneOver(Expression operand) {
    List<String> names =
        references(operand)
            .filter(reference -> reference.index().isEmpty())
            .map(Reference::base)
            .toList();
    return names.stream().filter(repeated::contains).findFirst().orElseGet(names::getFirst);
  }

  private static Stream<Reference> references(Expression expression) {
    return switch (expression) {
      case Expression.Or e -> both(e.left(), e.right());
      case Expression.And e -> both(e.left(), e.right());
      case Expression.Compare e -> both(e.left(), e.right());
      case Expression.Arithmetic e -> both(e.left(), e.right());
      case Expression.Not e -> references(e.operand());
      case Expression.Any e -> references(e.operand());
      case Expression.All e -> references(e.operand());
      case Expression.In e -> Stream.of(e.reference());
      case Expression.Exists e -> Stream.of(e.reference());
      case Expression.Read e -> Stream.of(e.reference());
      case Expression.Literal e -> Stream.empty();
      case Expression.Truth e -> Stream.empty();
      case Expression.Verdict e -> Stream.empty();
    };
  }

  private static Stream<Reference> both(Expression left, Expression right) {
    return Stream.concat(references(left), references(right));
  }
}
