// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.operator.event.JobEvents;
import dev.ringtail.operator.event.JobStory;
import dev.ringtail.operator.http.Figures;
import dev.ringtail.operator.model.AgentDaemonSet;
import dev.ringtail.operator.model.FilterCheck;
import dev.ringtail.operator.model.NodeCapturePlan;
import dev.ringtail.operator.model.ResolvedTarget;
import dev.ringtail.operator.status.JobFacts;
import dev.ringtail.operator.status.JobReason;
import dev.ringtail.operator.status.JobStatusFactory;
import dev.ringtail.operator.status.Verdict;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brings a job from its creation to its end: judge, resolve, plan, run agents, report. Every step
 * looks at what is there, so that it does not matter how often it is taken, or by whom.
 */
public final class CaptureJobReconciler
    implements Reconciler<CaptureJob>, Cleaner<CaptureJob>, Figures {
  /** Keeps a deleted job until its agents are gone. */
  public static final String FINALIZER = "ringtail.dev/agents";

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  /** Plans that are written in one step, so that no job keeps others waiting for long. */
  private static final int PLANS_AT_A_TIME = 50;

  private final JobContext context;
  private final NodeSlots slots;
  private final FilterCheck filters;
  private final Credentials credentials;
  private final JobEvents events;
  private final StatusPace pace = new StatusPace();
  private final RecentPlans recent;
  private final PlanRefusals refusals;
  private boolean seeded;
  private Caches caches;
  private JobObserver observer;
  private TargetResolver resolver;
  private JobResources resources;
  private JobDeletion deletion;

  /**
   * @param context what the reconciler works with
   * @param filters which the webhook asks as well
   */
  public CaptureJobReconciler(JobContext context, FilterCheck filters) {
    this.context = context;
    this.filters = filters;
    this.slots = new NodeSlots(context.jobsPerNode());
    this.credentials = new Credentials(context.client(), context.ambient(), context.clock());
    this.recent = new RecentPlans(context.clock());
    this.refusals = new PlanRefusals(context.clock());
    this.events = new JobEvents(context.client(), context.pod(), context.clock());
  }

  @Override
  public List<EventSource<?, CaptureJob>> prepareEventSources(
      EventSourceContext<CaptureJob> eventSources) {
    caches = new Caches(eventSources, context.namespace());
    observer = new JobObserver(caches, context.agent().values().tolerations());
    resolver = new TargetResolver(caches);
    resources =
        new JobResources(
            context.client(),
            caches,
            new AgentDaemonSet(context.agent(), context.namespace()),
            context.namespace(),
            context.deployment());
    deletion = new JobDeletion(caches, resources, events, context.deadlines());
    return caches.sources();
  }

  @Override
  public UpdateControl<CaptureJob> reconcile(CaptureJob job, Context<CaptureJob> ignored) {
    job.setStatus(pace.latest(job));
    if (job.hasEnded()) {
      return afterTheEnd(job);
    }
    Step step = carryOut(job);
    Instant now = step.facts().now();
    CaptureJobStatus status = JobStatusFactory.status(step.facts());
    if (pace.isDue(job, status, now)) {
      resources.writeStatus(job, status);
      pace.note(job, status, now);
      JobStory.between(job.getStatus(), status)
          .forEach(entry -> events.tell(job, entry.reason(), entry.message()));
    }
    boolean atOnce = step.isUnfinished() || status.phase().isFinal();
    return UpdateControl.<CaptureJob>noUpdate().rescheduleAfter(atOnce ? AT_ONCE : LOOK_AGAIN);
  }

  @Override
  public DeleteControl cleanup(CaptureJob job, Context<CaptureJob> ignored) {
    job.setStatus(pace.latest(job));
    Map<String, NodeCapture> plans = caches.captures(job);
    JobFacts facts = facts(job, Verdict.ACCEPTED, Optional.empty(), "", plans, List.of());
    Optional<Duration> next = deletion.step(facts);
    if (next.isPresent()) {
      return DeleteControl.noFinalizerRemoval().rescheduleAfter(next.get().toMillis());
    }
    forget(job);
    pace.forget(job);
    return DeleteControl.defaultDelete();
  }

  @Override
  public Stream<CaptureJob> jobs() {
    return caches.jobs();
  }

  @Override
  public Stream<NodeCapture> captures() {
    return caches.captures();
  }

  @Override
  public int waiting() {
    return slots.waiting();
  }

  /**
   * Clears away what jobs have left that went without being ended; for the leader, now and then.
   */
  public void removeOrphans() {
    resources.removeOrphans();
  }

  private void forget(CaptureJob job) {
    slots.release(job.getMetadata().getUid());
    credentials.forget(job);
    recent.forget(job);
    refusals.forget(job);
    caches.pods().forget(job);
  }

  /** A finished job keeps its results and nothing else, until its time to live is over. */
  private UpdateControl<CaptureJob> afterTheEnd(CaptureJob job) {
    forget(job);
    if (caches.daemonSet(job).isPresent()) {
      resources.removeAgents(job);
    }
    Integer ttl = job.getSpec().ttlSecondsAfterFinished();
    if (ttl == null) {
      return UpdateControl.noUpdate();
    }
    Instant end = Instant.parse(job.getStatus().finishedAt()).plusSeconds(ttl);
    Duration left = Duration.between(context.clock().instant(), end);
    if (left.isPositive()) {
      return UpdateControl.<CaptureJob>noUpdate().rescheduleAfter(left.plusMillis(1));
    }
    resources.removeJob(job);
    return UpdateControl.noUpdate();
  }

  /**
   * What a step has come to.
   *
   * @param facts as they are after it
   * @param isUnfinished whether there is more to write than one step takes
   */
  private record Step(JobFacts facts, boolean isUnfinished) {}

  private Step carryOut(CaptureJob job) {
    Map<String, NodeCapture> plans = recent.over(job, caches.captures(job));
    Credentials.Read read = credentials.of(job);
    Verdict verdict = verdict(job, read);
    ResolvedTarget target = resolver.resolve(job, plans.keySet());
    JobFacts before = facts(job, verdict, Optional.empty(), "", plans, target.missing());
    Optional<String> queue = Optional.empty();
    Map<String, NodePlanTarget> wanted = new TreeMap<>();
    plans.forEach((node, plan) -> wanted.put(node, plan.getSpec().target()));
    if (verdict.isAccepted() && !before.isEnding()) {
      NodeSlots.Grant grant = claim(job, target);
      grant.nodes().stream()
          .filter(target.nodes()::containsKey)
          .forEach(node -> wanted.put(node, target.nodes().get(node)));
      queue = plans.isEmpty() ? grant.refusal() : Optional.empty();
    } else if (plans.isEmpty()) {
      slots.release(job.getMetadata().getUid());
    }
    boolean unfinished = !wanted.isEmpty() && write(job, before, wanted, plans, read);
    return new Step(
        facts(job, verdict, queue, target.waitingFor(), plans, target.missing()), unfinished);
  }

  /** Writes plans before the agents that look for them; says whether some are left to write. */
  private boolean write(
      CaptureJob job,
      JobFacts facts,
      Map<String, NodePlanTarget> wanted,
      Map<String, NodeCapture> plans,
      Credentials.Read read) {
    NodeCapturePlan plan =
        new NodeCapturePlan(
            job, filterInForce(job, plans), facts.startedAt(), job.getSpec().stop());
    List<NodeCapture> changed = new ArrayList<>();
    wanted.forEach(
        (node, target) -> {
          NodeCapture should = plan.of(node, target);
          NodeCapture is = plans.get(node);
          boolean differs = is == null || !is.getSpec().equals(should.getSpec());
          if (differs && refusals.isDue(job, node)) {
            changed.add(should);
          }
        });
    boolean tooMany = changed.size() > PLANS_AT_A_TIME;
    JobResources.Outcome outcome =
        resources.write(tooMany ? changed.subList(0, PLANS_AT_A_TIME) : changed);
    outcome
        .taken()
        .forEach(
            written -> {
              plans.put(written.getSpec().nodeName(), written);
              recent.note(job, written);
              refusals.taken(job, written.getSpec().nodeName());
            });
    outcome.refused().forEach((node, words) -> refusals.note(job, node, words));
    if (!plans.isEmpty()) {
      runAgents(job, read, tooMany ? List.of() : plans.keySet());
    }
    return tooMany;
  }

  /**
   * Has agents run, with what they need.
   *
   * @param nodes none while more of them are planned
   */
  private void runAgents(CaptureJob job, Credentials.Read read, Collection<String> nodes) {
    try {
      if (read.verdict().isAccepted()) {
        resources.copySecrets(job, read);
      }
      if (!nodes.isEmpty()) {
        resources.runAgents(job, nodes);
      }
      refusals.agentsTaken(job);
    } catch (KubernetesClientException e) {
      if (!PlanRefusals.isRefusal(e)) {
        throw e;
      }
      refusals.noteAgents(job, PlanRefusals.words(e));
    }
  }

  /** A filter that does not compile leaves the one before in force. */
  private Filter filterInForce(CaptureJob job, Map<String, NodeCapture> plans) {
    Filter asked = job.getSpec().filter();
    return filters.complaint(asked).isEmpty() || plans.isEmpty()
        ? asked
        : plans.values().iterator().next().getSpec().filter();
  }

  private Verdict verdict(CaptureJob job, Credentials.Read read) {
    return filters
        .complaint(job.getSpec().filter())
        .map(complaint -> new Verdict(JobReason.FILTER_INVALID, complaint))
        .orElse(read.verdict());
  }

  private NodeSlots.Grant claim(CaptureJob job, ResolvedTarget target) {
    seed();
    return slots.claim(claimOf(job, target.nodes().keySet()));
  }

  /** The first claim after a start is made when all that runs already has been noted. */
  private synchronized void seed() {
    if (seeded) {
      return;
    }
    caches
        .jobs()
        .filter(job -> !job.hasEnded())
        .forEach(
            job -> {
              Set<String> nodes =
                  caches.captures(job).values().stream()
                      .map(plan -> plan.getSpec().nodeName())
                      .collect(Collectors.toSet());
              if (!nodes.isEmpty()) {
                slots.note(claimOf(job, nodes));
              }
            });
    seeded = true;
  }

  private static NodeSlots.Claim claimOf(CaptureJob job, Set<String> nodes) {
    return new NodeSlots.Claim(
        job.getMetadata().getUid(),
        job.getMetadata().getNamespace() + "/" + job.getMetadata().getName(),
        Instant.parse(job.getMetadata().getCreationTimestamp()),
        Set.copyOf(nodes));
  }

  private JobFacts facts(
      CaptureJob job,
      Verdict verdict,
      Optional<String> queue,
      String waitingFor,
      Map<String, NodeCapture> plans,
      List<String> missing) {
    return new JobFacts(
        job,
        verdict,
        queue,
        waitingFor,
        observer.nodes(job, plans, missing, refusals.over(job, plans.keySet())),
        context.deadlines(),
        context.clock().instant());
  }
}
