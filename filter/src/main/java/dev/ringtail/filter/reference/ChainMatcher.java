// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.chain.Chain;
import dev.ringtail.filter.chain.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tries the ways through a packet, by going back whenever one does not lead on. */
final class ChainMatcher {

  private static final int MOST_SKIPPED = 8;
  private static final int MOST_REPEATS = 8;

  private final Packet packet;
  private final Dissector dissector;
  private final Questions questions;
  private final List<Way.Taken> taken = new ArrayList<>();

  /**
   * Where a way has got to.
   *
   * @param next the layers that may follow
   * @param skipped by all {@code //} so far
   */
  private record Spot(List<Layer> next, int skipped) {}

  /** The rest of the chain. */
  @FunctionalInterface
  private interface Rest {
    boolean fits(Spot spot);
  }

  ChainMatcher(Packet packet, Questions questions) {
    this.packet = packet;
    this.dissector = new Dissector(packet);
    this.questions = questions;
  }

  /** The first way that satisfies the chain. */
  Optional<Way> find(Chain chain, LinkType link) {
    List<Layer> start = dissector.link(link);
    boolean belowLink = chain.steps().getFirst().descends() && link == LinkType.ETHERNET;
    Spot first = new Spot(belowLink ? dissector.after(start.getFirst()) : start, 0);
    return steps(chain.steps(), first, spot -> true)
        ? Optional.of(new Way(List.copyOf(taken)))
        : Optional.empty();
  }

  private boolean steps(List<Chain.Step> steps, Spot spot, Rest rest) {
    if (steps.isEmpty()) {
      return rest.fits(spot);
    }
    Chain.Step step = steps.getFirst();
    Rest further = then -> steps(steps.subList(1, steps.size()), then, rest);
    Rest element = here -> element(step.element(), Optional.empty(), 0, here, further);
    return step.descends() ? descend(spot, element) : element.fits(spot);
  }

  private boolean descend(Spot spot, Rest element) {
    if (element.fits(spot)) {
      return true;
    }
    return spot.next().stream().anyMatch(layer -> passOver(layer, spot.skipped(), element));
  }

  /** A segment routing header that is passed over is an extension header and not counted. */
  private boolean passOver(Layer layer, int skipped, Rest element) {
    int counted = layer.is("srv6") ? skipped : skipped + 1;
    return counted <= MOST_SKIPPED && descend(new Spot(dissector.after(layer), counted), element);
  }

  private boolean element(
      Element element, Optional<String> outerLabel, int times, Spot spot, Rest rest) {
    Element.Quantifier quantifier = element.quantifier();
    int most = quantifier.max() == Element.Quantifier.UNBOUNDED ? MOST_REPEATS : quantifier.max();
    Optional<String> label = element.label().map(Element.Label::name).or(() -> outerLabel);
    Rest again = here -> element(element, outerLabel, times + 1, here, rest);
    return times < most && content(element.content(), label, spot, again)
        || times >= quantifier.min() && rest.fits(spot);
  }

  private boolean content(Element.Content content, Optional<String> label, Spot spot, Rest rest) {
    return switch (content) {
      case Element.Layer layer -> layer(layer, label, spot, rest);
      case Element.Group group ->
          group.alternatives().stream()
              .anyMatch(
                  chain ->
                      label.isPresent()
                          ? element(chain.steps().getFirst().element(), label, 0, spot, rest)
                          : steps(chain.steps(), spot, rest));
    };
  }

  private boolean layer(Element.Layer wanted, Optional<String> label, Spot spot, Rest rest) {
    for (Layer layer : spot.next()) {
      if (layer.is(wanted.protocol()) && holdsAll(wanted, layer)) {
        taken.add(new Way.Taken(layer, wanted.protocol(), label));
        if (rest.fits(new Spot(dissector.after(layer), spot.skipped()))) {
          return true;
        }
        taken.removeLast();
      }
    }
    return false;
  }

  private boolean holdsAll(Element.Layer wanted, Layer layer) {
    try {
      return wanted.predicates().stream().allMatch(p -> questions.holds(packet, layer, p));
    } catch (TruncatedException e) {
      return false;
    }
  }
}
