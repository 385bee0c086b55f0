// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which jobs run on which nodes, so that no node has more than it may. A job begins on all of its
 * nodes at once; older jobs that wait come first. A node that joins a running job is given to it
 * when it has room. Safe to use from several threads.
 */
final class NodeSlots {
  private final int perNode;
  private final Map<String, Claim> held = new HashMap<>();
  private final Map<String, Claim> waiting = new HashMap<>();

  /**
   * @param perNode the most jobs on one node, at least 1
   */
  NodeSlots(int perNode) {
    this.perNode = perNode;
  }

  /**
   * Who wants what.
   *
   * @param uid the job's
   * @param name the job's, as namespace/name
   * @param created when the job was made
   * @param nodes the nodes
   */
  record Claim(String uid, String name, Instant created, Set<String> nodes) {
    private boolean isBefore(Claim other) {
      int order = created.compareTo(other.created);
      return order < 0 || order == 0 && uid.compareTo(other.uid) < 0;
    }
  }

  /**
   * The answer to a claim.
   *
   * @param nodes the nodes that the job has now
   * @param refusal why it has not got all that it claims
   */
  record Grant(Set<String> nodes, Optional<String> refusal) {}

  /** Notes the nodes of a job that runs already, in place of what was noted before. */
  synchronized void note(Claim running) {
    held.put(running.uid(), running);
  }

  /** Gives the job the nodes that it claims, as far as they have room. */
  synchronized Grant claim(Claim claim) {
    Set<String> before =
        Optional.ofNullable(held.get(claim.uid())).map(Claim::nodes).orElse(Set.of());
    SortedSet<String> granted = new TreeSet<>(before);
    String refusal = null;
    for (String node : new TreeSet<>(claim.nodes())) {
      Optional<String> full = before.contains(node) ? Optional.empty() : full(node, claim);
      if (full.isEmpty()) {
        granted.add(node);
      } else if (refusal == null) {
        refusal = full.get();
      }
    }
    if (refusal != null && before.isEmpty()) {
      waiting.put(claim.uid(), claim);
      return new Grant(Set.of(), Optional.of(refusal));
    }
    waiting.remove(claim.uid());
    held.put(claim.uid(), new Claim(claim.uid(), claim.name(), claim.created(), granted));
    return new Grant(granted, Optional.ofNullable(refusal));
  }

  /** Gives back all that the job has or waits for. */
  synchronized void release(String uid) {
    held.remove(uid);
    waiting.remove(uid);
  }

  /** How many jobs wait for a node. */
  synchronized int waiting() {
    return waiting.size();
  }

  private Optional<String> full(String node, Claim claim) {
    TreeSet<String> names = new TreeSet<>();
    held.values().stream()
        .filter(other -> !other.uid().equals(claim.uid()) && other.nodes().contains(node))
        .forEach(other -> names.add(other.name()));
    waiting.values().stream()
        .filter(other -> !Objects.equals(other.uid(), claim.uid()))
        .filter(other -> other.nodes().contains(node) && other.isBefore(claim))
        .forEach(other -> names.add(other.name()));
    return names.size() < perNode
        ? Optional.empty()
        : Optional.of(
            "waits for its turn on node %s, which takes %d at a time: %s; starts when one of them ends"
                .formatted(node, perNode, String.join(", ", names)));
  }
}
