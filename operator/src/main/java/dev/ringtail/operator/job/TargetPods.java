// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.PodTarget;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches the pods that running jobs capture, each job's own, by its selector: a cluster's pods are
 * too many to watch them all.
 */
final class TargetPods extends AbstractEventSource<Pod, CaptureJob> {
  private final KubernetesClient client;
  private final Map<String, SharedIndexInformer<Pod>> watches = new HashMap<>();

  TargetPods(KubernetesClient client) {
    super(Pod.class, "target-pods");
    this.client = client;
  }

  /**
   * The pods that the job names or selects, in any phase. The first question starts the watch and
   * waits for its first list; a watch that has broken for good is made anew.
   */
  synchronized List<Pod> of(CaptureJob job) {
    PodTarget target = job.getSpec().target().pods();
    Set<String> names = Set.copyOf(target.names());
    return watches
        .compute(
            job.getMetadata().getUid(),
            (uid, known) -> known != null && known.isRunning() ? known : watch(job, target))
        .getStore()
        .list()
        .stream()
        .filter(pod -> target.selector() != null || names.contains(pod.getMetadata().getName()))
        .toList();
  }

  /** Ends the job's watch, if it has one. */
  synchronized void forget(CaptureJob job) {
    SharedIndexInformer<Pod> watch = watches.remove(job.getMetadata().getUid());
    if (watch != null) {
      watch.stop();
    }
  }

  @Override
  public synchronized void stop() {
    watches.values().forEach(SharedIndexInformer::stop);
    watches.clear();
    super.stop();
  }

  @Override
  public Set<Pod> getSecondaryResources(CaptureJob job) {
    return Set.of();
  }

  private SharedIndexInformer<Pod> watch(CaptureJob job, PodTarget target) {
    var all = client.pods().inNamespace(job.getMetadata().getNamespace());
    FilterWatchListDeletable<Pod, PodList, PodResource> wanted =
        target.selector() == null
            ? all
            : all.withLabelSelector(target.selector().toLabelSelector());
    SharedIndexInformer<Pod> informer = wanted.runnableInformer(0);
    informer.itemStore(new SlimStore<>(TargetPods::withoutContents));
    informer.addEventHandler(new Bell(ResourceID.fromResource(job)));
    informer.run();
    return informer;
  }

  private static void withoutContents(Pod pod) {
    pod.getSpec().setVolumes(null);
    pod.getSpec().setContainers(null);
    pod.getSpec().setInitContainers(null);
    pod.getSpec().setAffinity(null);
    pod.getStatus().setContainerStatuses(null);
    pod.getStatus().setConditions(null);
    pod.getMetadata().setAnnotations(Map.of());
  }

  /** Has the job looked at again when one of its pods has changed. */
  private final class Bell implements ResourceEventHandler<Pod> {
    private final ResourceID job;

    private Bell(ResourceID job) {
      this.job = job;
    }

    @Override
    public void onAdd(Pod pod) {
      ring();
    }

    @Override
    public void onUpdate(Pod before, Pod now) {
      ring();
    }

    @Override
    public void onDelete(Pod pod, boolean unknown) {
      ring();
    }

    private void ring() {
      if (isRunning()) {
        getEventHandler().handleEvent(new Event(job));
      }
    }
  }
}
