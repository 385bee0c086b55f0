// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and removes plans beside the looks at their job, so that no look waits for the API server
 * as often as the job has nodes. A job has one batch under way at a time, of {@link #BATCH} plans
 * at most, so that a large one does not keep others waiting; it is looked at again when that is
 * done. What has failed is left to that look. Safe to use from several threads.
 */
final class PlanWriter implements AutoCloseable {
  /** Plans of one batch. */
  static final int BATCH = 200;

  private static final int WRITERS = 8;
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(PlanWriter.class);

  private final JobResources resources;
  private final RecentPlans recent;
  private final PlanRefusals refusals;
  private final Consumer<CaptureJob> done;
  private final ExecutorService writers =
      Executors.newFixedThreadPool(WRITERS, Thread.ofVirtual().name("plan-writer-", 0).factory());
  private final Map<String, AtomicInteger> underWay = new ConcurrentHashMap<>();

  /**
   * @param recent is told what was written
   * @param refusals is told what the API server has judged
   * @param done is told when a batch of a job is done, however it went
   */
  PlanWriter(
      JobResources resources,
      RecentPlans recent,
      PlanRefusals refusals,
      Consumer<CaptureJob> done) {
    this.resources = resources;
    this.recent = recent;
    this.refusals = refusals;
    this.done = done;
  }

  /** Whether a batch of the job is under way. */
  boolean isBusy(CaptureJob job) {
    return underWay.containsKey(job.getMetadata().getUid());
  }

  /** Begins to write the first of the plans, unless a batch of the job is under way already. */
  void write(CaptureJob job, List<NodeCapture> plans) {
    begin(job, plans, plan -> write(job, plan));
  }

  /** Begins to remove the first of the plans, unless a batch of the job is under way already. */
  void remove(CaptureJob job, List<NodeCapture> plans) {
    begin(job, plans, resources::removePlan);
  }

  private void begin(CaptureJob job, List<NodeCapture> plans, Consumer<NodeCapture> act) {
    List<NodeCapture> batch = plans.subList(0, Math.min(BATCH, plans.size()));
    AtomicInteger left = new AtomicInteger(batch.size());
    if (batch.isEmpty() || underWay.putIfAbsent(job.getMetadata().getUid(), left) != null) {
      return;
    }
    batch.forEach(
        plan ->
            writers.execute(
                () -> {
                  try {
                    act.accept(plan);
                  } catch (KubernetesClientException e) {
                    LOG.warn("{} is tried again: {}", plan.getMetadata().getName(), e.getMessage());
                  } finally {
                    if (left.decrementAndGet() == 0) {
                      underWay.remove(job.getMetadata().getUid());
                      done.accept(job);
                    }
                  }
                }));
  }

  private void write(CaptureJob job, NodeCapture plan) {
    String node = plan.getSpec().nodeName();
    try {
      recent.note(job, resources.write(plan));
      refusals.taken(job, node);
    } catch (KubernetesClientException e) {
      if (!PlanRefusals.isRefusal(e)) {
        throw e;
      }
      refusals.note(job, node, PlanRefusals.words(e));
    }
  }

  /** Returns when nothing is written any more, within 5 s. */
  @Override
  public void close() {
    writers.shutdown();
    try {
      if (!writers.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
        writers.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
