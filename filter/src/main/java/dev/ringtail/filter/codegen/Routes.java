// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.check.Node;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Knows which ways can get anywhere through a layer, so that no code is made for the others. */
final class Routes {

  private final ProtocolTable table;
  private final Map<String, Map<String, Integer>> hops = new HashMap<>();
  private final Map<Node.Skip, Set<String>> goals = new IdentityHashMap<>();

  Routes(ProtocolTable table) {
    this.table = table;
  }

  /**
   * The ways that a layer of that protocol leaves open; null if it leaves none but a finished one.
   */
  Threads through(Threads threads, String protocol) {
    List<Threads.Thread> open = new ArrayList<>();
    boolean any = false;
    for (Threads.Thread thread : threads.list()) {
      boolean kept =
          switch (thread.node()) {
            case Node.Consume consume -> consume.protocol().name().equals(protocol);
            case Node.Skip skip -> leads(skip, thread.passed(), protocol);
            default -> false;
          };
      any |= kept;
      if (kept || thread.node() instanceof Node.Accept) {
        open.add(thread);
      }
    }
    return any ? new Threads(open) : null;
  }

  /** Whether a layer that the skip waits for can be reached over this one. */
  private boolean leads(Node.Skip skip, int passed, String protocol) {
    Map<String, Integer> from = hops.computeIfAbsent(protocol, this::hopsFrom);
    return goals(skip).stream()
        .anyMatch(goal -> passed + from.getOrDefault(goal, 1 << 20) <= Threads.MAX_PASSED);
  }

  private Set<String> goals(Node.Skip skip) {
    return goals.computeIfAbsent(
        skip,
        key ->
            Threads.start(key.next()).list().stream()
                .map(Threads.Thread::node)
                .filter(Node.Consume.class::isInstance)
                .map(node -> ((Node.Consume) node).protocol().name())
                .collect(Collectors.toSet()));
  }

  private Map<String, Integer> hopsFrom(String protocol) {
    Map<String, Integer> distance = new HashMap<>();
    Deque<String> open = new ArrayDeque<>();
    table.get(protocol).next().protocols().forEach(next -> reach(distance, open, next, 1));
    while (!open.isEmpty()) {
      String at = open.poll();
      for (String next : table.get(at).next().protocols()) {
        reach(distance, open, next, distance.get(at) + 1);
      }
    }
    return distance;
  }

  private static void reach(
      Map<String, Integer> distance, Deque<String> open, String next, int hops) {
    if (distance.putIfAbsent(next, hops) == null) {
      open.add(next);
    }
  }
}
