// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Label;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The blocks and endings of a program, each made once, and how they follow each other. */
final class BlockGraph {

  /** More blocks than this are refused before they become code. */
  static final int MAX_BLOCKS = 4000;

  /** A walk over extension headers is a loop, which the verifier follows round by round. */
  private static final int WALK_WEIGHT = 12;

  private final Assembler asm;
  private final Map<Block, Label> labels = new HashMap<>();
  private final Map<List<Binding>, Label> endings = new LinkedHashMap<>();
  private final Deque<Block> open = new ArrayDeque<>();
  private final List<Edge> edges = new ArrayList<>();

  /**
   * @param from null at the start
   * @param to null if the way ends in a match
   * @param bytes fewest bytes between the two
   * @param needed fewest bytes of the first that must be there
   */
  private record Edge(Block from, Block to, int bytes, int needed) {}

  BlockGraph(Assembler asm) {
    this.asm = asm;
  }

  /** The label of a block, which is made if it is new. */
  Label block(Block from, Block to, int bytes, int needed) {
    edges.add(new Edge(from, to, bytes, needed));
    return labels.computeIfAbsent(
        to,
        block -> {
          if (labels.size() >= MAX_BLOCKS) {
            throw new TooLargeException();
          }
          open.add(block);
          return asm.newLabel();
        });
  }

  /** The label of the ending with these bindings. */
  Label ending(Block from, List<Binding> bindings, int needed) {
    edges.add(new Edge(from, null, 0, needed));
    return endings.computeIfAbsent(bindings, b -> asm.newLabel());
  }

  Label label(Block block) {
    return labels.get(block);
  }

  /** A block that has no code yet, or null. */
  Block next() {
    return open.poll();
  }

  Map<List<Binding>, Label> endings() {
    return endings;
  }

  int size() {
    return labels.size();
  }

  /** Ways through the program that the verifier tells apart, roughly. */
  int weight() {
    long walks = labels.keySet().stream().filter(b -> b.kind() == Block.Kind.WALK).count();
    return labels.size() + WALK_WEIGHT * (int) walks;
  }

  /** Fewest bytes of a packet that matches. */
  int leastBytes() {
    Map<Block, int[]> least = new HashMap<>();
    int result = Integer.MAX_VALUE;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Edge edge : edges) {
        int[] from = edge.from() == null ? new int[2] : least.get(edge.from());
        if (from == null) {
          continue;
        }
        int needed = Math.max(from[1], edge.needed() == 0 ? 0 : from[0] + edge.needed());
        if (edge.to() == null) {
          changed |= needed < result;
          result = Math.min(result, needed);
          continue;
        }
        int[] to = least.computeIfAbsent(edge.to(), b -> new int[] {1 << 20, 1 << 20});
        int offset = from[0] + edge.bytes();
        changed |= offset < to[0] || needed < to[1];
        to[0] = Math.min(to[0], offset);
        to[1] = Math.min(to[1], needed);
      }
    }
    return result == Integer.MAX_VALUE ? 0 : result;
  }
}
