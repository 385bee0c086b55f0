// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeInterfaces;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.NodePods;
import dev.ringtail.crds.v1alpha1.NodeTarget;
import dev.ringtail.crds.v1alpha1.PodRef;
import dev.ringtail.crds.v1alpha1.PodTarget;
import dev.ringtail.crds.v1alpha1.Selector;
import dev.ringtail.operator.model.LabelMatch;
import dev.ringtail.operator.model.ResolvedTarget;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds the nodes that a job's target means now, and what each of them is to capture. */
final class TargetResolver {
  private static final Set<String> ALIVE = Set.of("Pending", "Running");

  private final Caches caches;

  TargetResolver(Caches caches) {
    this.caches = caches;
  }

  /**
   * @param planned the nodes that have a plan already: they stay, if need be with nothing to
   *     capture for now
   */
  ResolvedTarget resolve(CaptureJob job, Set<String> planned) {
    return job.getSpec().target().pods() == null
        ? nodes(job.getSpec().target().nodes())
        : pods(job, planned);
  }

  private ResolvedTarget nodes(NodeTarget target) {
    NodePlanTarget plan = new NodePlanTarget(new NodeInterfaces(target.interfaces()), null);
    SortedMap<String, NodePlanTarget> found = new TreeMap<>();
    if (target.selector() != null) {
      caches
          .nodes()
          .filter(node -> LabelMatch.matches(target.selector(), node.getMetadata().getLabels()))
          .map(TargetResolver::name)
          .forEach(node -> found.put(node, plan));
      return new ResolvedTarget(found, List.of(), "a node " + matching(target.selector()));
    }
    target.names().stream()
        .filter(name -> caches.node(name).isPresent())
        .forEach(name -> found.put(name, plan));
    List<String> missing =
        target.names().stream().filter(name -> !found.containsKey(name)).distinct().toList();
    return new ResolvedTarget(
        found, missing, "a node named " + String.join(" or ", target.names()));
  }

  private ResolvedTarget pods(CaptureJob job, Set<String> planned) {
    PodTarget target = job.getSpec().target().pods();
    List<Pod> known = caches.pods().of(job);
    SortedMap<String, List<PodRef>> byNode = new TreeMap<>();
    planned.forEach(node -> byNode.put(node, new ArrayList<>()));
    known.stream()
        .filter(TargetResolver::hasNetwork)
        .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
        .forEach(
            pod ->
                byNode
                    .computeIfAbsent(pod.getSpec().getNodeName(), node -> new ArrayList<>())
                    .add(new PodRef(pod.getMetadata().getName(), pod.getMetadata().getUid())));
    SortedMap<String, NodePlanTarget> plans = new TreeMap<>();
    byNode.forEach((node, pods) -> plans.put(node, new NodePlanTarget(null, new NodePods(pods))));
    return new ResolvedTarget(plans, List.of(), waitingFor(job, target, known));
  }

  /**
   * Whether the pod has a network of its own by now. A pod on the host's network has not: to
   * capture it would be to capture the node, which is another right.
   */
  private static boolean hasNetwork(Pod pod) {
    return pod.getSpec().getNodeName() != null
        && !isOnHostNetwork(pod)
        && pod.getStatus().getPodIP() != null
        && ALIVE.contains(pod.getStatus().getPhase());
  }

  private static boolean isOnHostNetwork(Pod pod) {
    return Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
  }

  private static String waitingFor(CaptureJob job, PodTarget target, List<Pod> known) {
    String wanted =
        target.selector() == null
            ? "named " + String.join(" or ", target.names())
            : matching(target.selector());
    List<String> unfit =
        known.stream()
            .filter(TargetResolver::isOnHostNetwork)
            .map(pod -> pod.getMetadata().getName())
            .sorted()
            .limit(5)
            .toList();
    return "a running pod %s in namespace %s%s"
        .formatted(
            wanted,
            job.getMetadata().getNamespace(),
            unfit.isEmpty()
                ? ""
                : "; pods on the host's network are not captured: " + String.join(", ", unfit));
  }

  private static String matching(Selector selector) {
    String text = LabelMatch.text(selector);
    return text.isEmpty() ? "at all" : "that matches " + text;
  }

  private static String name(Node node) {
    return node.getMetadata().getName();
  }

  /** The names of all of the resolved nodes and of those that are missing. */
  static Stream<String> names(ResolvedTarget target) {
    return Stream.concat(target.nodes().keySet().stream(), target.missing().stream());
  }
}
