// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.chain.Chain;
import dev.ringtail.filter.chain.Element;
import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.chain.FilterTree;
import dev.ringtail.filter.chain.Predicate;
import dev.ringtail.filter.chain.Printer;
import java.util.ArrayList;
import java.util.List;

/** A filter as an outline: layers from the outside in, with what is asked of each. */
final class Outline {

  private static final String STEP = "  ";

  private final List<String> lines = new ArrayList<>();

  private Outline() {}

  static List<String> of(FilterTree tree) {
    Outline outline = new Outline();
    outline.chain(tree.chain(), "");
    tree.where().ifPresent(where -> outline.where(where));
    tree.capture().ifPresent(capture -> outline.lines.add("keep " + Printer.print(capture)));
    return List.copyOf(outline.lines);
  }

  private void chain(Chain chain, String indent) {
    for (Chain.Step step : chain.steps()) {
      if (step.descends()) {
        lines.add(indent + "any layers");
      }
      element(step.element(), indent);
    }
  }

  private void element(Element element, String indent) {
    String how = often(element.quantifier());
    String label = element.label().map(l -> ", called " + l.name()).orElse("");
    switch (element.content()) {
      case Element.Layer layer -> {
        lines.add(indent + layer.protocol() + how + label);
        for (Predicate predicate : layer.predicates()) {
          lines.add(indent + STEP + Printer.print(predicate));
        }
      }
      case Element.Group group -> {
        lines.add(indent + "one of" + how + label);
        for (Chain alternative : group.alternatives()) {
          lines.add(indent + STEP + "either");
          chain(alternative, indent + STEP + STEP);
        }
      }
    }
  }

  private static String often(Element.Quantifier quantifier) {
    if (quantifier.isOne()) {
      return "";
    }
    if (quantifier.max() == Element.Quantifier.UNBOUNDED) {
      return ", %d times or more".formatted(quantifier.min());
    }
    return quantifier.min() == quantifier.max()
        ? ", %d times".formatted(quantifier.min())
        : ", %d to %d times".formatted(quantifier.min(), quantifier.max());
  }

  private void where(Expression where) {
    if (where instanceof Expression.And and) {
      where(and.left());
      where(and.right());
    } else {
      lines.add("where " + Printer.print(where));
    }
  }
}
