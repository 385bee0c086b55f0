// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import dev.ringtail.crds.v1alpha1.NodeCapture;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Finds the NodeCapture of this node and follows it. The job's objects are listed until it is
 * there; then it alone is watched, since a watch of all would bring every node the reports of every
 * other. A watch that breaks is taken up again for as long as it takes.
 */
public final class NodeCaptureWatcher implements AutoCloseable {
  private static final long FIRST_PAUSE_MS = 250;
  private static final long LONGEST_PAUSE_MS = 2_000;

  private final KubernetesClient client;
  private final NodeIdentity identity;
  private final NodeCaptureListener listener;
  private final Consumer<String> log;
  private SharedIndexInformer<NodeCapture> informer;
  private int parts;

  /**
   * @param listener is told of the object once it is found
   * @param log a sentence for people
   */
  public NodeCaptureWatcher(
      KubernetesClient client,
      NodeIdentity identity,
      NodeCaptureListener listener,
      Consumer<String> log) {
    this.client = client;
    this.identity = identity;
    this.listener = listener;
    this.log = log;
  }

  /**
   * Waits until the object is there; from then on the listener is told.
   *
   * @param answered run as soon as the API server has answered for the first time
   * @param end ends the wait
   * @return empty when the wait was ended
   */
  public Optional<NodeCapture> find(Runnable answered, CountDownLatch end)
      throws InterruptedException {
    Trouble trouble = new Trouble(log);
    boolean isReached = false;
    long pauseMs = FIRST_PAUSE_MS;
    while (true) {
      try {
        Optional<NodeCapture> own = own();
        trouble.over();
        if (!isReached) {
          isReached = true;
          answered.run();
        }
        if (own.isPresent()) {
          watch(own.get());
          return own;
        }
      } catch (KubernetesClientException e) {
        trouble.is("cannot list the NodeCaptures of " + identity.namespace(), e);
      }
      long jitteredMs = pauseMs / 2 + ThreadLocalRandom.current().nextLong(pauseMs);
      if (end.await(jitteredMs, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    }
  }

  /**
   * How many nodes the job had when this one's part was found; all are planned before agents run.
   */
  public int parts() {
    return parts;
  }

  private Optional<NodeCapture> own() {
    List<NodeCapture> all =
        captures()
            .inNamespace(identity.namespace())
            .withLabel(NodeIdentity.UID_LABEL, identity.uid())
            .list()
            .getItems();
    parts = all.size();
    return all.stream()
        .filter(capture -> capture.getSpec().nodeName().equals(identity.node()))
        .findFirst();
  }

  private void watch(NodeCapture own) {
    String uid = own.getMetadata().getUid();
    informer =
        captures()
            .inNamespace(identity.namespace())
            .withName(own.getMetadata().getName())
            .runnableInformer(0)
            .exceptionHandler((isStarted, failure) -> true);
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(NodeCapture capture) {
            tell(uid, capture);
          }

          @Override
          public void onUpdate(NodeCapture before, NodeCapture capture) {
            tell(uid, capture);
          }

          @Override
          public void onDelete(NodeCapture capture, boolean isFinalStateUnknown) {
            listener.gone();
          }

          @Override
          public void onNothing() {
            listener.gone();
          }
        });
    informer.start();
  }

  /** An object of the same name but another uid is another capture; this one's is gone. */
  private void tell(String uid, NodeCapture capture) {
    if (capture.getMetadata().getUid().equals(uid)) {
      listener.changed(capture);
    } else {
      listener.gone();
    }
  }

  private MixedOperation<NodeCapture, KubernetesResourceList<NodeCapture>, Resource<NodeCapture>>
      captures() {
    return client.resources(NodeCapture.class);
  }

  @Override
  public void close() {
    if (informer != null) {
      informer.close();
    }
  }
}
