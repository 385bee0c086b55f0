// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import dev.ringtail.crds.v1alpha1.Phase;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How far a job is, from how far its nodes are. */
final class JobPhase {
  private final JobFacts facts;
  private final Set<String> hopeless;

  private JobPhase(JobFacts facts, List<NodeTrouble> troubles) {
    this.facts = facts;
    this.hopeless =
        troubles.stream()
            .filter(NodeTrouble::hopeless)
            .map(NodeTrouble::node)
            .collect(Collectors.toSet());
  }

  /** The phase, which is never an earlier one than the job's status has already. */
  static Phase of(JobFacts facts, List<NodeTrouble> troubles) {
    Phase reached = new JobPhase(facts, troubles).reached();
    Phase before = facts.before().phase();
    return before == null || reached.isFinal() || reached.compareTo(before) > 0 ? reached : before;
  }

  private Phase reached() {
    if (facts.nodes().isEmpty()) {
      return facts.job().getSpec().stop() ? Phase.COMPLETED : waiting();
    }
    if (facts.nodes().stream().allMatch(this::isDone)) {
      return hopeless.isEmpty() ? Phase.COMPLETED : Phase.FAILED;
    }
    if (facts.nodes().stream().anyMatch(node -> node.phase() == Phase.CAPTURING && !isDone(node))) {
      return Phase.CAPTURING;
    }
    if (facts.startedAt().isEmpty()) {
      return waiting();
    }
    boolean over =
        facts.isEnding()
            || facts.nodes().stream()
                .allMatch(node -> node.phase() == Phase.UPLOADING || isDone(node));
    return over ? Phase.UPLOADING : Phase.CAPTURING;
  }

  private Phase waiting() {
    return facts.verdict().isAccepted() && facts.queue().isEmpty()
        ? Phase.PREPARING
        : Phase.PENDING;
  }

  /** Whether the node is done: by itself, or because nobody waits for it any more. */
  private boolean isDone(NodeView node) {
    return node.phase() == Phase.COMPLETED || hopeless.contains(node.node());
  }
}
