// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.NodeCounts;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes a job's status from the facts; it never steps back to an earlier phase. */
public final class JobStatusFactory {
  private static final int NODES_NAMED = 5;

  private final JobFacts facts;
  private final List<NodeTrouble> troubles;
  private final List<NodeTrouble> failed;
  private final Phase phase;
  private final NodeCounts nodes;
  private final CaptureCounts counts;
  private final Conditions conditions;

  private JobStatusFactory(JobFacts facts) {
    this.facts = facts;
    this.troubles = facts.troubles();
    this.failed = troubles.stream().filter(NodeTrouble::hopeless).toList();
    this.phase = JobPhase.of(facts, troubles);
    this.nodes = nodes();
    this.counts =
        facts.nodes().stream()
            .flatMap(node -> node.report().stream())
            .map(NodeCaptureStatus::counts)
            .filter(found -> found != null)
            .reduce(CaptureCounts.ZERO, CaptureCounts::plus);
    this.conditions =
        new Conditions(
            facts.before().conditions(), facts.job().getMetadata().getGeneration(), facts.now());
  }

  /** The status that the facts give. */
  public static CaptureJobStatus status(JobFacts facts) {
    return new JobStatusFactory(facts).make();
  }

  private CaptureJobStatus make() {
    accepted();
    agentsReady();
    capturing();
    uploaded();
    lossless();
    complete();
    failed();
    return new CaptureJobStatus(
        facts.job().getMetadata().getGeneration(),
        phase,
        conditions.list(),
        nodes,
        counts,
        facts.startedAt().map(Instant::toString).orElse(null),
        phase.isFinal() ? facts.now().truncatedTo(ChronoUnit.SECONDS).toString() : null);
  }

  private NodeCounts nodes() {
    Set<String> troubled = troubles.stream().map(NodeTrouble::node).collect(Collectors.toSet());
    int ready = 0;
    int capturing = 0;
    int completed = 0;
    for (NodeView node : facts.nodes()) {
      boolean well = !troubled.contains(node.node());
      ready += well && node.phase().compareTo(Phase.CAPTURING) >= 0 ? 1 : 0;
      capturing += well && node.phase() == Phase.CAPTURING ? 1 : 0;
      completed += node.phase() == Phase.COMPLETED ? 1 : 0;
    }
    return NodeCounts.of(facts.nodes().size(), ready, capturing, completed, failed.size());
  }

  private void accepted() {
    Verdict verdict = facts.verdict();
    if (verdict.isAccepted()) {
      conditions.isTrue(ConditionType.ACCEPTED, verdict.reason().text(), verdict.message());
    } else {
      conditions.isFalse(ConditionType.ACCEPTED, verdict.reason().text(), verdict.message());
    }
  }

  private void agentsReady() {
    ConditionType type = ConditionType.AGENTS_READY;
    int total = facts.nodes().size();
    if (facts.queue().isPresent()) {
      conditions.isFalse(type, JobReason.QUEUED.text(), facts.queue().get());
    } else if (total == 0) {
      withoutAgents(type);
    } else if (!troubles.isEmpty()) {
      conditions.isFalse(type, troubles.getFirst().problem().text(), sentences(troubles));
    } else if (nodes.ready() == total) {
      conditions.isTrue(
          type, JobReason.AGENTS_READY.text(), "%d of %d nodes".formatted(total, total));
    } else {
      conditions.isFalse(
          type,
          JobReason.AGENTS_STARTING.text(),
          "%d of %d nodes are ready; waits for %s"
              .formatted(nodes.ready(), total, namesOfWaiting()));
    }
  }

  private void withoutAgents(ConditionType type) {
    if (!facts.verdict().isAccepted()) {
      conditions.isFalse(type, JobReason.NOT_ACCEPTED.text(), "see the condition Accepted");
    } else if (phase.isFinal()) {
      conditions.isFalse(
          type, JobReason.STOPPED.text(), "the job was stopped before it had any node");
    } else {
      JobReason reason =
          facts.job().getSpec().target().pods() == null
              ? JobReason.WAITING_FOR_NODES
              : JobReason.WAITING_FOR_PODS;
      conditions.isFalse(type, reason.text(), "waits for " + facts.waitingFor());
    }
  }

  private String namesOfWaiting() {
    List<String> names =
        facts.nodes().stream()
            .filter(node -> node.phase().compareTo(Phase.CAPTURING) < 0)
            .map(NodeView::node)
            .toList();
    return named(names, ", ");
  }

  private void capturing() {
    ConditionType type = ConditionType.CAPTURING;
    if (nodes.capturing() > 0) {
      conditions.isTrue(
          type,
          JobReason.CAPTURING.text(),
          "on %d of %d nodes".formatted(nodes.capturing(), nodes.total()));
    } else if (facts.job().getSpec().stop()) {
      conditions.isFalse(type, JobReason.STOPPED.text(), "the job was stopped");
    } else if (facts.startedAt().isEmpty()) {
      conditions.isFalse(type, JobReason.NOT_STARTED.text(), "no node captures yet");
    } else if (facts.isEnding()) {
      conditions.isFalse(
          type,
          JobReason.DURATION_OVER.text(),
          "the duration of %s is over".formatted(facts.job().getSpec().limits().duration()));
    } else {
      conditions.isFalse(
          type, JobReason.ENDED.text(), "no node captures any more; each says why in its status");
    }
  }

  private void uploaded() {
    ConditionType type = ConditionType.UPLOADED;
    String soFar =
        "%d packets in %d objects are in the store".formatted(counts.delivered(), counts.objects());
    if (facts.startedAt().isEmpty() && counts.captured() == 0) {
      conditions.isFalse(type, JobReason.NOT_STARTED.text(), "nothing was captured yet");
    } else if (phase == Phase.COMPLETED && counts.delivered() >= counts.captured()) {
      conditions.isTrue(type, JobReason.ALL_DELIVERED.text(), soFar);
    } else if (phase.isFinal()) {
      conditions.isFalse(
          type,
          JobReason.NOT_DELIVERED.text(),
          "%s, of %d captured; see the condition Failed".formatted(soFar, counts.captured()));
    } else {
      conditions.isFalse(type, JobReason.UPLOADING.text(), soFar);
    }
  }

  private void lossless() {
    ConditionType type = ConditionType.LOSSLESS;
    Optional<NodeView> lossy =
        facts.nodes().stream().filter(node -> saidLossy(node).isPresent()).findFirst();
    Optional<NodeTrouble> gone =
        failed.stream()
            .filter(
                trouble ->
                    facts.nodes().stream()
                        .anyMatch(node -> node.node().equals(trouble.node()) && node.hasCaptured()))
            .findFirst();
    if (lossy.isPresent()) {
      Condition said = saidLossy(lossy.get()).orElseThrow();
      conditions.isFalse(type, said.getReason(), lossy.get().node() + ": " + said.getMessage());
    } else if (counts.dropped() > 0) {
      conditions.isFalse(
          type,
          JobReason.PACKETS_LOST.text(),
          "%d packets that matched were lost; the funnels in the nodes' status name the causes"
              .formatted(counts.dropped()));
    } else if (gone.isPresent()) {
      conditions.isFalse(type, gone.get().problem().text(), gone.get().sentence());
    } else if (facts.startedAt().isEmpty()) {
      conditions.isUnknown(type, JobReason.NOT_STARTED.text(), "nothing was captured yet");
    } else {
      conditions.isTrue(
          type, JobReason.NOTHING_LOST.text(), "none of %d packets".formatted(counts.matched()));
    }
  }

  private static Optional<Condition> saidLossy(NodeView node) {
    return node.report()
        .flatMap(report -> ConditionType.LOSSLESS.in(report.conditions()))
        .filter(condition -> condition.getStatus().equals("False"));
  }

  private void complete() {
    switch (phase) {
      case COMPLETED ->
          conditions.isTrue(
              ConditionType.COMPLETE,
              JobReason.COMPLETED.text(),
              "%d packets from %d nodes".formatted(counts.delivered(), nodes.total()));
      case FAILED ->
          conditions.isFalse(
              ConditionType.COMPLETE, JobReason.FAILED.text(), "see the condition Failed");
      default ->
          conditions.isFalse(ConditionType.COMPLETE, JobReason.RUNNING.text(), "not finished");
    }
  }

  private void failed() {
    if (failed.isEmpty()) {
      conditions.isFalse(ConditionType.FAILED, JobReason.NO_FAILURE.text(), "no node has failed");
    } else {
      conditions.isTrue(
          ConditionType.FAILED, failed.getFirst().problem().text(), sentences(failed));
    }
  }

  private static String sentences(List<NodeTrouble> troubles) {
    return named(troubles.stream().map(NodeTrouble::sentence).toList(), "; ");
  }

  private static String named(List<String> all, String separator) {
    String named = all.stream().limit(NODES_NAMED).collect(Collectors.joining(separator));
    int more = all.size() - NODES_NAMED;
    return more > 0 ? "%s and %d more".formatted(named, more) : named;
  }
}
