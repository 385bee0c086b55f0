// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.check.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * The ways that are still open in front of a layer, best first. Of two that wait for the same, the
 * worse is left out; a way that is satisfied is last, because it beats all behind it.
 */
record Threads(List<Thread> list) {

  /** Layers that all {@code //} of a filter together may pass over. */
  static final int MAX_PASSED = 8;

  Threads {
    list = List.copyOf(list);
  }

  /**
   * One way.
   *
   * @param node what it waits for: a layer, any layer to pass over, or nothing more
   * @param passed layers passed over so far
   * @param bindings layers taken so far that are asked for later, outermost first
   */
  record Thread(Node node, int passed, List<Binding> bindings) {
    Thread {
      bindings = List.copyOf(bindings);
    }
  }

  /** The ways that are open before anything was read. */
  static Threads start(Node node) {
    Collector collector = new Collector();
    collector.add(node, 0, List.of());
    return collector.threads();
  }

  boolean isEmpty() {
    return list.isEmpty();
  }

  /** Whether the best way is satisfied. */
  boolean isAccepted() {
    return !list.isEmpty() && list.getFirst().node() instanceof Node.Accept;
  }

  /** The way that is satisfied already if no better one is found, or null. */
  Thread pending() {
    boolean any = !list.isEmpty() && list.getLast().node() instanceof Node.Accept;
    return any ? list.getLast() : null;
  }

  /** Gathers ways in their order. */
  static final class Collector {
    private final List<Thread> found = new ArrayList<>();
    private boolean closed;

    /** Whether a way is satisfied, so that worse ones do not matter. */
    boolean isClosed() {
      return closed;
    }

    /** Adds what can come next from a node. */
    void add(Node node, int passed, List<Binding> bindings) {
      if (closed) {
        return;
      }
      switch (node) {
        case Node.Split split -> split.ways().forEach(way -> add(way, passed, bindings));
        case Node.Skip skip -> {
          add(skip.next(), passed, bindings);
          keep(skip, passed, bindings);
        }
        case Node.Consume consume -> keep(consume, passed, bindings);
        case Node.Accept accept -> {
          keep(accept, passed, bindings);
          closed = true;
        }
      }
    }

    /** Adds a way as it is. */
    void add(Thread thread) {
      if (!closed) {
        keep(thread.node(), thread.passed(), thread.bindings());
        closed = thread.node() instanceof Node.Accept;
      }
    }

    private void keep(Node node, int passed, List<Binding> bindings) {
      boolean beaten =
          closed
              || found.stream()
                  .anyMatch(better -> better.node() == node && better.passed() <= passed);
      if (!beaten) {
        found.add(new Thread(node, passed, bindings));
      }
    }

    Threads threads() {
      return new Threads(found);
    }
  }
}
