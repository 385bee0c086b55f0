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
    implements Reconciler<CaptureJob>, Cleaner<CaptureJob>, Figures, AutoCloseable {
  /** Keeps a deleted job until its agents are gone. */
  public static final String FINALIZER = "ringtail.dev/agents";

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
  private static final Duration AT_ONCE = Duration.ofMillis(1);

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
  private PlanWriter writer;
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
    writer = new PlanWriter(resources, recent, refusals, caches::ring);
    deletion = new JobDeletion(caches, resources, writer, events, context.deadlines());
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
    Duration wait = pace.wait(job, status, now).orElse(LOOK_AGAIN);
    if (!step.isFirst() && wait.isZero()) {
      resources.writeStatus(job, status);
      pace.note(job, status, now);
      JobStory.between(job.getStatus(), status)
          .forEach(entry -> events.tell(job, entry.reason(), entry.message()));
    }
    return UpdateControl.<CaptureJob>noUpdate()
        .rescheduleAfter(status.phase().isFinal() ? AT_ONCE : next(wait));
  }

  /** What waits to be written is not forgotten; what is written may be looked at later. */
  private static Duration next(Duration wait) {
    return wait.isPositive() && wait.compareTo(LOOK_AGAIN) < 0 ? wait : LOOK_AGAIN;
  }

  @Override
  public DeleteControl cleanup(CaptureJob job, Context<CaptureJob> ignored) {
    job.setStatus(pace.latest(job));
    if (writer.isBusy(job)) {
      return DeleteControl.noFinalizerRemoval().rescheduleAfter(LOOK_AGAIN);
    }
    Map<String, NodeCapture> plans = caches.captures(job);
    JobFacts facts = facts(job, Verdict.ACCEPTED, "", plans, List.of());
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

  /** Returns when nothing is written any more, within 5 s. */
  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
  }

  private void forget(CaptureJob job) {
    slots.release(job.getMetadata().getUid());
    credentials.forget(job);
    recent.forget(job);
    refusals.forget(job);
    resources.forget(job);
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
   * @param facts as they are before what it has begun is done
   * @param isFirst whether the job's first plans are being written, so that there is nothing to say
   *     of its nodes yet
   */
  private record Step(JobFacts facts, boolean isFirst) {}

  private Step carryOut(CaptureJob job) {
    boolean isBusy = writer.isBusy(job); // Asked first: what was under way is in the plans else.
    Map<String, NodeCapture> plans = recent.over(job, caches.captures(job));
    Credentials.Read read = credentials.of(job);
    Verdict verdict = verdict(job, read);
    ResolvedTarget target = resolver.resolve(job, plans.keySet());
    JobFacts facts = facts(job, verdict, target.waitingFor(), plans, target.missing());
    Map<String, NodePlanTarget> wanted = new TreeMap<>();
    plans.forEach((node, plan) -> wanted.put(node, plan.getSpec().target()));
    if (verdict.isAccepted() && !facts.isEnding()) {
      NodeSlots.Grant grant = claim(job, target);
      grant.nodes().stream()
          .filter(target.nodes()::containsKey)
          .forEach(node -> wanted.put(node, target.nodes().get(node)));
      if (plans.isEmpty()) {
        facts = facts.queued(grant.refusal());
      }
    } else if (plans.isEmpty()) {
      slots.release(job.getMetadata().getUid());
    }
    if (!isBusy) {
      List<NodeCapture> changed = changed(job, facts, wanted, plans);
      writer.write(job, changed);
      isBusy = !changed.isEmpty();
    }
    if (!plans.isEmpty()) {
      runAgents(job, read, isBusy ? List.of() : plans.keySet());
    }
    return new Step(facts, isBusy && plans.isEmpty());
  }

  /** Plans that are not there as they should be. */
  private List<NodeCapture> changed(
      CaptureJob job,
      JobFacts facts,
      Map<String, NodePlanTarget> wanted,
      Map<String, NodeCapture> plans) {
    NodeCapturePlan plan =
        new NodeCapturePlan(
            job, filterInForce(job, plans), facts.startedAt(), job.getSpec().stop());
    List<NodeCapture> changed = new ArrayList<>();
    wanted.forEach(
        (node, target) -> {
          NodeCapture is = plans.get(node);
          boolean differs = is == null || !is.getSpec().equals(plan.spec(node, target));
          if (differs && refusals.isDue(job, node)) {
            changed.add(plan.of(node, target));
          }
        });
    return changed;
  }

  /**
   * Has agents run, with what they need.
   *
   * @param nodes none while plans are written, as agents look for theirs
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
      String waitingFor,
      Map<String, NodeCapture> plans,
      List<String> missing) {
    return new JobFacts(
        job,
        verdict,
        Optional.empty(),
        waitingFor,
        observer.nodes(job, plans, missing, refusals.over(job, plans.keySet())),
        context.deadlines(),
        context.clock().instant());
  }
}
