// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.chain.Chain;
import dev.ringtail.filter.chain.Element;
import dev.ringtail.filter.chain.Spelling;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Turns a chain into its automaton and collects the names of its layers. */
final class AutomatonBuilder {

  /** Most repetitions of one element. */
  static final int MAX_REPEAT = 8;

  private static final int MAX_NODES = 3000;
  private static final List<String> EITHER_IP = List.of("ipv4", "ipv6");
  private static final Set<String> RESERVED =
      Set.of(
          "where",
          "capture",
          "and",
          "or",
          "not",
          "in",
          "any",
          "all",
          "exists",
          "true",
          "false",
          "headers",
          "absolute",
          "verdict",
          "ip");

  private final String text;
  private final LinkType linkType;
  private final ProtocolTable table;
  private final Predicates predicates;
  private final Names names = new Names();
  private final Set<String> labels = new HashSet<>();
  private final Set<String> protocols = new LinkedHashSet<>();
  private final Map<Element.Layer, List<Alternative>> resolved = new HashMap<>();
  private int nodes;
  private boolean descends;

  /** One protocol that a layer may be, with its tests and names. */
  private record Alternative(Protocol protocol, List<Test> tests, List<Integer> names) {}

  AutomatonBuilder(String text, LinkType linkType, ProtocolTable table, Predicates predicates) {
    this.text = text;
    this.linkType = linkType;
    this.table = table;
    this.predicates = predicates;
  }

  Names names() {
    return names;
  }

  /** Whether layers may be passed over. */
  boolean descends() {
    return descends;
  }

  /** Protocols that the chain names. */
  Set<String> protocols() {
    return protocols;
  }

  /** The automaton, from the first layer of the packet. */
  Node build(Chain chain) throws FilterException {
    resolve(chain, 1);
    Node below = build(chain, new Node.Accept());
    boolean descends = chain.steps().getFirst().descends();
    if (descends && linkType == LinkType.ETHERNET) {
      return new Node.Consume(table.get("eth"), List.of(), List.of(), 0, below);
    }
    return below;
  }

  private void resolve(Chain chain, int times) throws FilterException {
    for (Chain.Step step : chain.steps()) {
      resolve(step.element(), times, Optional.empty());
    }
  }

  /** Resolves each layer once, in the order of the text, so that the first error is found first. */
  private void resolve(Element element, int times, Optional<String> outerLabel)
      throws FilterException {
    Element.Quantifier quantifier = element.quantifier();
    boolean open = quantifier.max() == Element.Quantifier.UNBOUNDED;
    checkQuantifier(quantifier, open);
    int repeated = Math.min(1 << 20, times * Math.max(1, open ? MAX_REPEAT : quantifier.max()));
    Optional<String> label = outerLabel;
    if (element.label().isPresent()) {
      checkLabel(element.label().get(), outerLabel);
      label = Optional.of(element.label().get().name());
    }
    switch (element.content()) {
      case Element.Layer layer -> resolved.put(layer, resolve(layer, repeated, label));
      case Element.Group group -> {
        if (label.isPresent()) {
          checkLabelledGroup(group, element.label().orElse(null));
        }
        for (Chain alternative : group.alternatives()) {
          if (label.isPresent()) {
            resolve(alternative.steps().getFirst().element(), repeated, label);
          } else {
            resolve(alternative, repeated);
          }
        }
      }
    }
  }

  private void checkQuantifier(Element.Quantifier quantifier, boolean open) throws FilterException {
    int most = open ? quantifier.min() : quantifier.max();
    if (most > MAX_REPEAT) {
      throw error(
          quantifier.position(),
          "an element repeats at most %d times".formatted(MAX_REPEAT),
          "numbers up to " + MAX_REPEAT,
          null);
    }
    if (quantifier.max() < quantifier.min()) {
      throw error(
          quantifier.position(),
          "at most %d is less than at least %d".formatted(quantifier.max(), quantifier.min()),
          "the smaller number first",
          "{%d,%d}".formatted(quantifier.max(), quantifier.min()));
    }
    if (most == 0 && !open) {
      throw error(quantifier.position(), "an element that is never there", "at least 1", null);
    }
  }

  private void checkLabel(Element.Label label, Optional<String> outer) throws FilterException {
    if (outer.isPresent()) {
      throw error(
          label.position(), "the layer is already labelled @" + outer.get(), "one label", null);
    }
    if (table.find(label.name()).isPresent() || RESERVED.contains(label.name())) {
      throw error(
          label.position(),
          "\"%s\" cannot be a label, it has a meaning of its own".formatted(label.name()),
          "another name",
          null);
    }
    if (!labels.add(label.name())) {
      throw error(
          label.position(),
          "the label \"%s\" is there twice".formatted(label.name()),
          "another name",
          null);
    }
  }

  private void checkLabelledGroup(Element.Group group, Element.Label label) throws FilterException {
    for (Chain alternative : group.alternatives()) {
      Chain.Step first = alternative.steps().getFirst();
      boolean oneLayer =
          alternative.steps().size() == 1
              && !first.descends()
              && first.element().quantifier().isOne();
      if (!oneLayer) {
        throw error(
            label == null ? group.position() : label.position(),
            "a label names one layer, and this group can be several",
            "the label behind a layer inside the group",
            null);
      }
    }
  }

  private List<Alternative> resolve(Element.Layer layer, int times, Optional<String> label)
      throws FilterException {
    boolean either = layer.protocol().equals("ip");
    List<String> candidates = either ? EITHER_IP : List.of(layer.protocol());
    List<Alternative> alternatives = new ArrayList<>();
    for (String name : candidates) {
      Protocol protocol = table.find(name).orElseThrow(() -> unknown(layer));
      protocols.add(name);
      Optional<List<Test>> tests =
          predicates.resolve(protocol, layer.protocol(), layer.predicates(), either);
      if (tests.isPresent()) {
        List<Integer> ids = new ArrayList<>();
        ids.add(names.bind(name, false, protocol, layer.position(), times));
        if (either) {
          ids.add(names.bind("ip", false, protocol, layer.position(), times));
        }
        label.ifPresent(l -> ids.add(names.bind(l, true, protocol, layer.position(), times)));
        alternatives.add(new Alternative(protocol, tests.get(), ids));
      }
    }
    if (alternatives.isEmpty()) {
      throw error(
          layer.position(),
          "no packet can match: the predicates are about both families of addresses",
          "addresses of one family",
          null);
    }
    return alternatives;
  }

  private FilterException unknown(Element.Layer layer) {
    List<String> known =
        Stream.concat(table.all().stream().map(Protocol::name), Stream.of("ip")).toList();
    String name = layer.protocol();
    Optional<String> close = Spelling.closest(name, known);
    return error(
        layer.position(),
        "there is no protocol \"%s\"".formatted(name),
        close.isPresent() ? "a protocol" : "one of " + String.join(", ", known),
        close.orElse(null));
  }

  private Node build(Chain chain, Node next) throws FilterException {
    Node node = next;
    for (Chain.Step step : chain.steps().reversed()) {
      node = build(step.element(), node);
      if (step.descends()) {
        node = new Node.Skip(node);
        descends = true;
      }
    }
    return node;
  }

  private Node build(Element element, Node next) throws FilterException {
    Element.Quantifier quantifier = element.quantifier();
    boolean open = quantifier.max() == Element.Quantifier.UNBOUNDED;
    int max = open ? MAX_REPEAT : quantifier.max();
    Node node = next;
    for (int i = quantifier.min(); i < max; i++) {
      node = new Node.Split(List.of(build(element.content(), node), next));
    }
    for (int i = 0; i < quantifier.min(); i++) {
      node = build(element.content(), node);
    }
    return node;
  }

  private Node build(Element.Content content, Node next) throws FilterException {
    if (++nodes > MAX_NODES) {
      throw error(
          content.position(),
          "the repeats make more than %d layers".formatted(MAX_NODES),
          "fewer repeats inside repeats",
          null);
    }
    List<Node> ways = new ArrayList<>();
    switch (content) {
      case Element.Layer layer -> {
        for (Alternative way : resolved.get(layer)) {
          ways.add(
              new Node.Consume(way.protocol(), way.tests(), way.names(), layer.position(), next));
        }
      }
      case Element.Group group -> {
        for (Chain alternative : group.alternatives()) {
          ways.add(build(alternative, next));
        }
      }
    }
    return ways.size() == 1 ? ways.getFirst() : new Node.Split(ways);
  }

  private FilterException error(
      int position, String summary, String expectation, String suggestion) {
    return new FilterException(text, position, summary, expectation, suggestion);
  }
}
