// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.protocol.Protocol;
import java.util.List;

/**
 * The chain as an automaton without cycles: repeats are copied out. Nodes are compared by identity.
 */
public abstract sealed class Node {

  private Node() {}

  /** The next layer must be this one. */
  public static final class Consume extends Node {
    private final Protocol protocol;
    private final List<Test> tests;
    private final List<Integer> names;
    private final int position;
    private final Node next;

    Consume(Protocol protocol, List<Test> tests, List<Integer> names, int position, Node next) {
      this.protocol = protocol;
      this.tests = List.copyOf(tests);
      this.names = List.copyOf(names);
      this.position = position;
      this.next = next;
    }

    public Protocol protocol() {
      return protocol;
    }

    /** All must hold. */
    public List<Test> tests() {
      return tests;
    }

    /** What {@code where} and {@code capture} call the layer. */
    public List<Integer> names() {
      return names;
    }

    public Node next() {
      return next;
    }

    int position() {
      return position;
    }
  }

  /** Any layers may be passed over first, as few as possible. */
  public static final class Skip extends Node {
    private final Node next;

    Skip(Node next) {
      this.next = next;
    }

    public Node next() {
      return next;
    }
  }

  /** One of several ways, the first that fits. */
  public static final class Split extends Node {
    private final List<Node> ways;

    Split(List<Node> ways) {
      this.ways = List.copyOf(ways);
    }

    public List<Node> ways() {
      return ways;
    }
  }

  /** The chain is satisfied. */
  public static final class Accept extends Node {
    Accept() {}
  }
}
