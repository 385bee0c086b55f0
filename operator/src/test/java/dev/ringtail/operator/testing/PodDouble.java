// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.operator.model.JobNames;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.Map;

/** A pod that nobody runs; the test says what a kubelet or scheduler would say of it. */
public final class PodDouble {
  private final KubernetesClient client;
  private final Pod pod;

  private PodDouble(KubernetesClient client, Pod pod) {
    this.client = client;
    this.pod = client.resource(pod).create();
  }

  /** A pod of the jobs' namespace on the node, running and with an address. */
  public static PodDouble running(
      Cluster cluster, String name, String node, Map<String, String> labels) {
    PodDouble pod =
        new PodDouble(
            cluster.client(),
            pod(cluster.namespace(), name, labels, Map.of())
                .editSpec()
                .withNodeName(node)
                .endSpec()
                .build());
    pod.status(new PodStatusBuilder().withPhase("Running").withPodIP("10.1.0.1").build());
    return pod;
  }

  /** A running pod on the host's network. */
  public static PodDouble onHostNetwork(
      Cluster cluster, String name, String node, Map<String, String> labels) {
    PodDouble pod =
        new PodDouble(
            cluster.client(),
            pod(cluster.namespace(), name, labels, Map.of())
                .editSpec()
                .withNodeName(node)
                .withHostNetwork(true)
                .endSpec()
                .build());
    pod.status(new PodStatusBuilder().withPhase("Running").withPodIP("10.0.0.1").build());
    return pod;
  }

  /** The pod of a job's agent as a DaemonSet makes it: with its node in the affinity only. */
  public static PodDouble agent(Cluster cluster, CaptureJob job, String node) {
    return new PodDouble(
        cluster.client(),
        pod(
                cluster.system(),
                "agent-" + JobNames.hash(job.getMetadata().getUid() + node),
                JobNames.agentLabels(job),
                JobNames.annotations(job))
            .editSpec()
            .withNewAffinity()
            .withNewNodeAffinity()
            .withNewRequiredDuringSchedulingIgnoredDuringExecution()
            .addNewNodeSelectorTerm()
            .addNewMatchField()
            .withKey("metadata.name")
            .withOperator("In")
            .withValues(node)
            .endMatchField()
            .endNodeSelectorTerm()
            .endRequiredDuringSchedulingIgnoredDuringExecution()
            .endNodeAffinity()
            .endAffinity()
            .endSpec()
            .build());
  }

  private static PodBuilder pod(
      String namespace, String name, Map<String, String> labels, Map<String, String> annotations) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage("image:1")
        .endContainer()
        .endSpec();
  }

  /** The pod's uid. */
  public String uid() {
    return pod.getMetadata().getUid();
  }

  /** What the scheduler says. */
  public void unschedulable(String message) {
    status(
        new PodStatusBuilder()
            .withPhase("Pending")
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("False")
            .withReason("Unschedulable")
            .withMessage(message)
            .endCondition()
            .build());
  }

  /** What the kubelet says of the container while it waits. */
  public void waiting(String reason, String message) {
    containers(
        new ContainerStatusBuilder()
            .withName("main")
            .withImage("image:1")
            .withImageID("")
            .withReady(false)
            .withRestartCount(0)
            .withNewState()
            .withNewWaiting()
            .withReason(reason)
            .withMessage(message)
            .endWaiting()
            .endState()
            .build());
  }

  /** What the kubelet says of a container that has run since the time. */
  public void runningSince(Instant time) {
    containers(
        new ContainerStatusBuilder()
            .withName("main")
            .withImage("image:1")
            .withImageID("")
            .withReady(true)
            .withRestartCount(0)
            .withNewState()
            .withNewRunning()
            .withStartedAt(time.toString())
            .endRunning()
            .endState()
            .build());
  }

  /** Removes the pod at once, as when its kubelet has ended it. */
  public void remove() {
    client.resource(pod).withGracePeriod(0).delete();
  }

  private void containers(ContainerStatus status) {
    status(new PodStatusBuilder().withPhase("Pending").withContainerStatuses(status).build());
  }

  private void status(PodStatus status) {
    client
        .resource(pod)
        .editStatus(
            found -> {
              found.setStatus(status);
              return found;
            });
  }
}
