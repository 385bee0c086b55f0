// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.DeletionPolicy;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.operator.event.EventReason;
import dev.ringtail.operator.event.JobEvents;
import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.model.NodeCapturePlan;
import dev.ringtail.operator.status.JobFacts;
import dev.ringtail.operator.status.NodeTrouble;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ends a job that was deleted: its nodes stop and deliver what they have, within the grace period,
 * or drop it at once where the job's policy says so; then all that belongs to the job goes.
 */
final class JobDeletion {
  private final Caches caches;
  private final JobResources resources;
  private final PlanWriter writer;
  private final JobEvents events;
  private final Deadlines deadlines;

  JobDeletion(
      Caches caches,
      JobResources resources,
      PlanWriter writer,
      JobEvents events,
      Deadlines deadlines) {
    this.caches = caches;
    this.resources = resources;
    this.writer = writer;
    this.events = events;
    this.deadlines = deadlines;
  }

  /**
   * Takes the next step; none may be taken while plans of the job are written.
   *
   * @param facts about the job, as for its status
   * @return when to take another, or nothing when all is gone
   */
  Optional<Duration> step(JobFacts facts) {
    CaptureJob job = facts.job();
    Map<String, NodeCapture> plans = caches.captures(job);
    Instant deleted = Instant.parse(job.getMetadata().getDeletionTimestamp());
    if (mustWait(facts, plans.values(), deleted)) {
      return Optional.of(Duration.ofSeconds(5));
    }
    writer.remove(
        job,
        plans.values().stream()
            .filter(plan -> plan.getMetadata().getDeletionTimestamp() == null)
            .toList());
    resources.removeAgents(job);
    Instant patience = deleted.plus(deadlines.deletion()).plus(deadlines.farewell());
    boolean agentsThere = !agentsThatEnd(facts).isEmpty() && facts.now().isBefore(patience);
    return agentsThere || caches.daemonSet(job).isPresent() || !caches.captures(job).isEmpty()
        ? Optional.of(Duration.ofSeconds(2))
        : Optional.empty();
  }

  private boolean mustWait(JobFacts facts, Collection<NodeCapture> plans, Instant deleted) {
    CaptureJob job = facts.job();
    boolean over = job.hasEnded() || job.getSpec().deletionPolicy() == DeletionPolicy.DISCARD;
    List<NodeCapture> running = over ? List.of() : running(facts, plans);
    if (running.isEmpty()) {
      return false;
    }
    if (!facts.now().isBefore(deleted.plus(deadlines.deletion()))) {
      events.tell(
          job,
          EventReason.GRACE_OVER,
          "%d nodes have not delivered all within %d s"
              .formatted(running.size(), deadlines.deletion().toSeconds()));
      return false;
    }
    events.tell(
        job, EventReason.STOPPING, "the job was deleted; its nodes end and deliver what they have");
    stop(job, facts, running);
    return true;
  }

  private static List<NodeCapture> running(JobFacts facts, Collection<NodeCapture> plans) {
    Set<String> hopeless = new HashSet<>();
    facts.troubles().stream()
        .filter(NodeTrouble::hopeless)
        .forEach(trouble -> hopeless.add(trouble.node()));
    return plans.stream()
        .filter(plan -> !plan.hasEnded())
        .filter(plan -> !hopeless.contains(plan.getSpec().nodeName()))
        .toList();
  }

  private void stop(CaptureJob job, JobFacts facts, List<NodeCapture> running) {
    List<NodeCapture> stopped =
        running.stream()
            .filter(plan -> !plan.getSpec().stop())
            .map(
                plan ->
                    new NodeCapturePlan(job, plan.getSpec().filter(), facts.startedAt(), true)
                        .of(plan.getSpec().nodeName(), plan.getSpec().target()))
            .toList();
    writer.write(job, stopped);
  }

  /** Pods that can be expected to end: those whose node still answers. */
  private List<Pod> agentsThatEnd(JobFacts facts) {
    return caches.agents(facts.job()).stream()
        .filter(pod -> pod.getSpec().getNodeName() != null)
        .filter(pod -> caches.node(pod.getSpec().getNodeName()).isPresent())
        .toList();
  }
}
