// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.operator.status.Refusal;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the API server refuses of a job's plans and agents: a policy, a quota, a definition of
 * another version. It is asked again now and then, as somebody may mend it. Safe to use from
 * several threads.
 */
final class PlanRefusals {
  /** Between two tries. */
  private static final Duration PAUSE = Duration.ofSeconds(4);

  /** In place of a node: what is refused concerns all of them. */
  private static final String AGENTS = "";

  private static final int UNPROCESSABLE = 422;
  private static final Set<Integer> REFUSALS =
      Set.of(HttpURLConnection.HTTP_BAD_REQUEST, HttpURLConnection.HTTP_FORBIDDEN, UNPROCESSABLE);

  private final Clock clock;
  private final Map<String, Map<String, Tried>> byJob = new ConcurrentHashMap<>();

  private record Tried(Refusal refusal, Instant last) {}

  PlanRefusals(Clock clock) {
    this.clock = clock;
  }

  /** Whether the server has judged what it was sent, and would judge it likewise again. */
  static boolean isRefusal(KubernetesClientException answer) {
    return REFUSALS.contains(answer.getCode());
  }

  /** The server's own words. */
  static String words(KubernetesClientException answer) {
    return answer.getStatus() == null || answer.getStatus().getMessage() == null
        ? answer.getMessage()
        : answer.getStatus().getMessage();
  }

  /** Whether a plan may be tried: it was not refused, or not just now. */
  boolean isDue(CaptureJob job, String node) {
    Tried tried = of(job).get(node);
    return tried == null || !tried.last().plus(PAUSE).isAfter(clock.instant());
  }

  /** Notes that a plan was refused. */
  void note(CaptureJob job, String node, String words) {
    Instant now = clock.instant();
    of(job)
        .merge(
            node,
            new Tried(new Refusal(words, now), now),
            (before, tried) -> new Tried(new Refusal(words, before.refusal().since()), now));
  }

  /** Notes that a plan was taken. */
  void taken(CaptureJob job, String node) {
    of(job).remove(node);
  }

  /** Notes that the job's agents were refused. */
  void noteAgents(CaptureJob job, String words) {
    note(job, AGENTS, words);
  }

  /** Notes that the job's agents were taken. */
  void agentsTaken(CaptureJob job) {
    taken(job, AGENTS);
  }

  /**
   * What is refused now, by node.
   *
   * @param planned nodes whose plan was taken
   */
  Map<String, Refusal> over(CaptureJob job, Collection<String> planned) {
    Map<String, Refusal> refusals = new HashMap<>();
    of(job)
        .forEach(
            (node, tried) -> {
              if (!node.equals(AGENTS)) {
                refusals.put(node, tried.refusal());
              }
            });
    Tried agents = of(job).get(AGENTS);
    if (agents != null) {
      planned.forEach(node -> refusals.putIfAbsent(node, agents.refusal()));
    }
    return refusals;
  }

  /** Forgets the job. */
  void forget(CaptureJob job) {
    byJob.remove(job.getMetadata().getUid());
  }

  private Map<String, Tried> of(CaptureJob job) {
    return byJob.computeIfAbsent(job.getMetadata().getUid(), uid -> new ConcurrentHashMap<>());
  }
}
