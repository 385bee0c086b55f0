// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Refuses chains with a layer that no packet can have at that place. */
final class Reachability {

  private final String text;
  private final ProtocolTable table;
  private final List<String> first;
  private final Set<State> seen = new HashSet<>();
  private final Deque<State> open = new ArrayDeque<>();
  private final Set<Integer> reached = new HashSet<>();
  private final Map<Integer, SortedSet<String>> wanted = new TreeMap<>();
  private final Map<Integer, Set<String>> before = new TreeMap<>();

  /**
   * A node and the layer in front of it.
   *
   * @param previous null at the start of the packet
   */
  private record State(Node node, String previous) {}

  Reachability(String text, ProtocolTable table, LinkType linkType) {
    this.text = text;
    this.table = table;
    this.first = firstLayers(linkType);
  }

  /** What packets can start with. */
  static List<String> firstLayers(LinkType linkType) {
    return switch (linkType) {
      case ETHERNET -> List.of("eth");
      case RAW_IP -> List.of("ipv4", "ipv6");
    };
  }

  void check(Node start) throws FilterException {
    visit(start, null);
    while (!open.isEmpty()) {
      State state = open.pop();
      switch (state.node()) {
        case Node.Accept accept -> {}
        case Node.Split split -> split.ways().forEach(way -> visit(way, state.previous()));
        case Node.Skip skip -> {
          visit(skip.next(), state.previous());
          following(state.previous()).forEach(next -> visit(skip, next));
        }
        case Node.Consume consume -> consume(consume, state.previous());
      }
    }
    for (int position : wanted.keySet()) {
      if (!reached.contains(position)) {
        throw unreachable(position);
      }
    }
  }

  private void consume(Node.Consume consume, String previous) {
    String name = consume.protocol().name();
    wanted.computeIfAbsent(consume.position(), p -> new TreeSet<>()).add(name);
    before
        .computeIfAbsent(consume.position(), p -> new LinkedHashSet<>())
        .add(previous == null ? "" : previous);
    if (following(previous).contains(name)) {
      reached.add(consume.position());
      visit(consume.next(), name);
    }
  }

  private List<String> following(String previous) {
    return previous == null ? first : table.get(previous).next().protocols();
  }

  private void visit(Node node, String previous) {
    State state = new State(node, previous);
    if (seen.add(state)) {
      open.push(state);
    }
  }

  private FilterException unreachable(int position) {
    String name = wanted.get(position).size() > 1 ? "ip" : wanted.get(position).first();
    Set<String> in = before.get(position);
    if (in.contains("")) {
      return new FilterException(
          text,
          position,
          "a packet starts with %s, not with %s".formatted(String.join(" or ", first), name),
          "%s first, or \"//\"".formatted(String.join(" or ", first)),
          "//" + name);
    }
    Set<String> carriers =
        wanted.get(position).stream()
            .flatMap(wantedName -> table.carriersOf(wantedName).stream())
            .map(Protocol::name)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    String carried = in.size() > 4 ? "any of the layers before it" : String.join(" or ", in);
    return new FilterException(
        text,
        position,
        "no packet can match: %s is not carried by %s".formatted(name, carried),
        "%s before %s, or \"//\" to pass over layers"
            .formatted(String.join(" or ", carriers), name),
        null);
  }
}
