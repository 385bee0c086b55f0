// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.operator.status.NodeView;
import dev.ringtail.operator.status.Refusal;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts together what is known about each node of a job. */
final class JobObserver {
  private final Caches caches;
  private final List<Toleration> tolerations;

  /**
   * @param tolerations of the agents
   */
  JobObserver(Caches caches, List<Toleration> tolerations) {
    this.caches = caches;
    this.tolerations = tolerations;
  }

  /**
   * The job's nodes, by name.
   *
   * @param plans by the name of their node
   * @param missing nodes that the job names and that are not there
   * @param refusals what the API server refuses for nodes
   */
  List<NodeView> nodes(
      CaptureJob job,
      Map<String, NodeCapture> plans,
      Collection<String> missing,
      Map<String, Refusal> refusals) {
    Map<String, Pod> agents =
        caches.agents(job).stream()
            .flatMap(pod -> nodeOf(pod).map(node -> Map.entry(node, pod)).stream())
            .collect(
                Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, JobObserver::younger));
    return Stream.of(plans.keySet(), missing, refusals.keySet())
        .flatMap(Collection::stream)
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .map(
            name -> {
              Optional<Node> node = caches.node(name);
              return new NodeView(
                  name,
                  Optional.ofNullable(plans.get(name)),
                  Optional.ofNullable(agents.get(name)),
                  node.isPresent(),
                  node.flatMap(this::untolerated),
                  Optional.ofNullable(refusals.get(name)));
            })
        .toList();
  }

  private static Pod younger(Pod one, Pod other) {
    return one.getMetadata()
                .getCreationTimestamp()
                .compareTo(other.getMetadata().getCreationTimestamp())
            >= 0
        ? one
        : other;
  }

  /** A DaemonSet's pod names its node before it is scheduled there, by its affinity. */
  private static Optional<String> nodeOf(Pod pod) {
    if (pod.getSpec().getNodeName() != null) {
      return Optional.of(pod.getSpec().getNodeName());
    }
    return Optional.ofNullable(pod.getSpec().getAffinity())
        .map(affinity -> affinity.getNodeAffinity())
        .map(affinity -> affinity.getRequiredDuringSchedulingIgnoredDuringExecution())
        .stream()
        .flatMap(required -> required.getNodeSelectorTerms().stream())
        .flatMap(term -> term.getMatchFields().stream())
        .flatMap(field -> field.getValues().stream())
        .findFirst();
  }

  private Optional<String> untolerated(Node node) {
    return node.getSpec().getTaints().stream()
        .filter(taint -> !taint.getEffect().equals("PreferNoSchedule"))
        .filter(taint -> !taint.getKey().startsWith("node.kubernetes.io/"))
        .filter(taint -> tolerations.stream().noneMatch(one -> tolerates(one, taint)))
        .map(
            taint ->
                "%s%s:%s"
                    .formatted(
                        taint.getKey(),
                        taint.getValue() == null ? "" : "=" + taint.getValue(),
                        taint.getEffect()))
        .findFirst();
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    boolean effect =
        toleration.getEffect() == null
            || toleration.getEffect().isEmpty()
            || toleration.getEffect().equals(taint.getEffect());
    boolean exists = "Exists".equals(toleration.getOperator());
    if (toleration.getKey() == null || toleration.getKey().isEmpty()) {
      return effect && exists;
    }
    boolean value =
        exists
            || Optional.ofNullable(toleration.getValue())
                .orElse("")
                .equals(Optional.ofNullable(taint.getValue()).orElse(""));
    return effect && value && toleration.getKey().equals(taint.getKey());
  }
}
