// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Applies the status of one NodeCapture: at a pace that keeps all agents of a job together at some
 * twenty reports a second, at once when {@link #hurry} asks, and for the last time by {@link
 * #finish}. What could not be sent is not kept: the next report tells more. The server's answer
 * holds the plan, which is passed on, so that a plan is known with the first report after the
 * server was away.
 */
public final class NodeCaptureReporter {
  private static final String FIELD_MANAGER = "ringtail-agent";
  private static final long SHORTEST_PACE_MS = 2_000;
  private static final long PACE_OF_A_NODE_MS = 50;
  private static final PatchContext APPLY =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager(FIELD_MANAGER)
          .withForce(true)
          .build();

  private final KubernetesClient client;
  private final NodeCapture target;
  private final long paceMs;
  private final Supplier<NodeCaptureStatus> source;
  private final NodeCaptureListener listener;
  private final Trouble trouble;
  private final Thread thread;
  private boolean isDue;
  private boolean isLast;

  /**
   * @param target the object to report on
   * @param nodes of the job, which share the API server
   * @param source the status as it is now
   * @param listener is told the plan of each answer, and when the object is gone
   * @param log a sentence for people
   */
  public NodeCaptureReporter(
      KubernetesClient client,
      NodeCapture target,
      int nodes,
      Supplier<NodeCaptureStatus> source,
      NodeCaptureListener listener,
      Consumer<String> log) {
    this.client = client;
    this.target = target;
    this.paceMs = Math.max(SHORTEST_PACE_MS, nodes * PACE_OF_A_NODE_MS);
    this.source = source;
    this.listener = listener;
    this.trouble = new Trouble(log);
    this.thread = Thread.ofPlatform().name("ringtail-report").daemon().unstarted(this::work);
  }

  /** Sends the first report. */
  public void start() {
    thread.start();
  }

  /** Something has changed that people wait for. */
  public synchronized void hurry() {
    isDue = true;
    notifyAll();
  }

  /**
   * Reports once more, and waits until the server has taken it or the object is gone.
   *
   * @param patience how long; after that the last report may be missing
   * @return whether there is nothing more to report
   */
  public boolean finish(Duration patience) throws InterruptedException {
    synchronized (this) {
      isLast = true;
      hurry();
    }
    return thread.join(patience);
  }

  private void work() {
    try {
      boolean isDone = false;
      while (!isDone) {
        boolean wasLast = begin();
        boolean isTaken = report();
        isDone = isTaken && wasLast;
        if (!isDone) {
          pause();
        }
      }
    } catch (ObjectGoneException e) {
      listener.gone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean begin() {
    isDue = false;
    return isLast;
  }

  /** While the server is away there is nothing to hurry for. */
  private synchronized void pause() throws InterruptedException {
    long pauseMs = paceMs + ThreadLocalRandom.current().nextLong(paceMs / 2);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMs);
    while (!isDue || trouble.isThere()) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (leftMs <= 0) {
        return;
      }
      wait(leftMs);
    }
  }

  /** Whether the server has taken it. */
  private boolean report() throws ObjectGoneException {
    NodeCapture report = new NodeCapture();
    report.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(target.getMetadata().getNamespace())
            .withName(target.getMetadata().getName())
            .withUid(target.getMetadata().getUid())
            .build());
    report.setStatus(source.get());
    try {
      NodeCapture answer = client.resource(report).subresource("status").patch(APPLY);
      trouble.over();
      listener.changed(answer);
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        throw new ObjectGoneException(e);
      }
      trouble.is("cannot report", e);
      return false;
    }
  }

  /** Nobody is left to report to. */
  private static final class ObjectGoneException extends Exception {
    private static final long serialVersionUID = 1L;

    ObjectGoneException(Throwable cause) {
      super(cause);
    }
  }
}
