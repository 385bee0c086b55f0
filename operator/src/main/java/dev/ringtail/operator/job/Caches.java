// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.operator.model.JobNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the operator watches, and which job each of it belongs to. What is read from here is shared
 * and must not be changed.
 */
final class Caches {
  private static final String BY_JOB = "job";

  /** Objects of one answer: the list of all nodes of a large cluster is tens of megabytes. */
  private static final long AT_A_TIME = 200;

  private final IndexerResourceCache<CaptureJob> jobs;
  private final InformerEventSource<NodeCapture, CaptureJob> captures;
  private final InformerEventSource<DaemonSet, CaptureJob> daemonSets;
  private final InformerEventSource<Pod, CaptureJob> agents;
  private final InformerEventSource<Node, CaptureJob> nodes;
  private final TargetPods pods;
  private final Bell bell = new Bell();

  /**
   * @param namespace the operator's own, where agents run
   */
  Caches(EventSourceContext<CaptureJob> context, String namespace) {
    jobs = context.getPrimaryCache();
    captures =
        new InformerEventSource<>(
            InformerEventSourceConfiguration.from(NodeCapture.class, CaptureJob.class)
                .withName("node-captures")
                .withItemStore(new SlimStore<>(capture -> {}))
                .withInformerListLimit(AT_A_TIME)
                .build(),
            context);
    captures.addIndexer(BY_JOB, Caches::jobUid);
    daemonSets =
        new InformerEventSource<>(
            InformerEventSourceConfiguration.from(DaemonSet.class, CaptureJob.class)
                .withName("daemon-sets")
                .withNamespaces(namespace)
                .withLabelSelector(agentLabel())
                .withItemStore(new SlimStore<>(Caches::withoutSpecification))
                .withSecondaryToPrimaryMapper(Caches::jobOf)
                .build(),
            context);
    daemonSets.addIndexer(BY_JOB, Caches::jobUid);
    agents =
        new InformerEventSource<>(
            InformerEventSourceConfiguration.from(Pod.class, CaptureJob.class)
                .withName("agents")
                .withNamespaces(namespace)
                .withLabelSelector(agentLabel())
                .withItemStore(new SlimStore<>(Caches::withoutVolumes))
                .withInformerListLimit(AT_A_TIME)
                .withSecondaryToPrimaryMapper(Caches::jobOf)
                .build(),
            context);
    agents.addIndexer(BY_JOB, Caches::jobUid);
    nodes =
        new InformerEventSource<>(
            InformerEventSourceConfiguration.from(Node.class, CaptureJob.class)
                .withName("nodes")
                .withItemStore(new SlimStore<>(Caches::withoutStatus))
                .withInformerListLimit(AT_A_TIME)
                .withOnUpdateFilter(Caches::isAnother)
                .withSecondaryToPrimaryMapper(node -> jobsOnNodes())
                .withPrimaryToSecondaryMapper(job -> Set.of())
                .build(),
            context);
    pods = new TargetPods(context.getClient());
  }

  List<EventSource<?, CaptureJob>> sources() {
    return List.of(captures, daemonSets, agents, nodes, pods, bell);
  }

  /** All jobs. */
  Stream<CaptureJob> jobs() {
    return jobs.list(job -> true);
  }

  /** The parts of all jobs. */
  Stream<NodeCapture> captures() {
    return captures.list(capture -> true);
  }

  /** The job's parts by the name of their node. */
  Map<String, NodeCapture> captures(CaptureJob job) {
    return captures.byIndex(BY_JOB, job.getMetadata().getUid()).stream()
        .collect(Collectors.toMap(one -> one.getSpec().nodeName(), one -> one, (a, b) -> a));
  }

  Optional<DaemonSet> daemonSet(CaptureJob job) {
    return daemonSets.byIndex(BY_JOB, job.getMetadata().getUid()).stream().findFirst();
  }

  /** DaemonSets whose job is gone: somebody took its finalizer off. */
  List<DaemonSet> orphans() {
    Set<String> uids = jobs().map(job -> job.getMetadata().getUid()).collect(Collectors.toSet());
    return daemonSets.list(one -> jobUid(one).stream().noneMatch(uids::contains)).toList();
  }

  /** The pods of the job's agents, also those that end. */
  List<Pod> agents(CaptureJob job) {
    return agents.byIndex(BY_JOB, job.getMetadata().getUid());
  }

  Stream<Node> nodes() {
    return nodes.list(node -> true);
  }

  Optional<Node> node(String name) {
    return nodes.get(new ResourceID(name));
  }

  /** The pods that jobs capture. */
  TargetPods pods() {
    return pods;
  }

  /** Has the job looked at. */
  void ring(CaptureJob job) {
    bell.ring(ResourceID.fromResource(job));
  }

  private Set<ResourceID> jobsOnNodes() {
    return jobs()
        .filter(job -> job.getSpec().target().nodes() != null)
        .filter(job -> !job.hasEnded())
        .map(ResourceID::fromResource)
        .collect(Collectors.toSet());
  }

  private static String agentLabel() {
    return JobNames.APP_LABEL + "=" + JobNames.AGENT_APP;
  }

  private static List<String> jobUid(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    String uid = labels == null ? null : labels.get(JobNames.JOB_UID_LABEL);
    return uid == null ? List.of() : List.of(uid);
  }

  private static Set<ResourceID> jobOf(HasMetadata object) {
    Map<String, String> annotations =
        Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
    String name = annotations.get(JobNames.JOB_NAME_ANNOTATION);
    String namespace = annotations.get(JobNames.JOB_NAMESPACE_ANNOTATION);
    return name == null || namespace == null ? Set.of() : Set.of(new ResourceID(name, namespace));
  }

  /** Nodes are written all the time; labels and taints are what matters here. */
  private static boolean isAnother(Node now, Node before) {
    return !Objects.equals(now.getMetadata().getLabels(), before.getMetadata().getLabels())
        || !Objects.equals(now.getSpec().getTaints(), before.getSpec().getTaints());
  }

  private static void withoutStatus(Node node) {
    node.setStatus(null);
    node.getMetadata().setAnnotations(Map.of());
  }

  private static void withoutVolumes(Pod pod) {
    pod.getSpec().setVolumes(null);
    pod.getSpec().setContainers(null);
  }

  private static void withoutSpecification(DaemonSet daemonSet) {
    daemonSet.setSpec(null);
  }
}
