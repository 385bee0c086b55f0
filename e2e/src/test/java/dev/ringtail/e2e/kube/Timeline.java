// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;

/**
 * Where the time goes from {@code kubectl apply} to the first packet on all nodes. Kubernetes gives
 * times in whole seconds, agents in milliseconds.
 *
 * @param job a job that captures on all of its nodes
 * @param applied when kubectl was started
 */
record Timeline(Job job, Instant applied) {
  private static final double MS_PER_SECOND = 1e3;

  /** A sentence with seconds since the apply, each time that of the last node. */
  String sentence() {
    List<JsonNode> agents =
        StreamSupport.stream(
                Kubectl.get("-n", Helm.NAMESPACE, "pods", "-l", "ringtail.dev/job-uid=" + job.uid())
                    .path("items")
                    .spliterator(),
                false)
            .toList();
    return "kubectl apply to capturing on %d nodes: %s s (accepted at %s, agents made at %s, seen by the nodes at %s, started at %s)"
        .formatted(
            agents.size(),
            since(captures()),
            since(time(job.document(), "/metadata/creationTimestamp")),
            since(latest(agents, "/metadata/creationTimestamp")),
            since(latest(agents, "/status/startTime")),
            since(latest(agents, "/status/containerStatuses/0/state/running/startedAt")));
  }

  private Instant captures() {
    return latest(job.nodeCaptures(), "/status/runs/0/startedAt");
  }

  private static Instant latest(List<JsonNode> objects, String path) {
    return objects.stream().map(one -> time(one, path)).max(Instant::compareTo).orElseThrow();
  }

  private static Instant time(JsonNode object, String path) {
    return Instant.parse(object.at(path).asText());
  }

  private String since(Instant time) {
    return String.format(
        Locale.ROOT, "%.1f", Duration.between(applied, time).toMillis() / MS_PER_SECOND);
  }
}
