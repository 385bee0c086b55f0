// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import dev.ringtail.operator.job.CaptureJobReconciler;
import dev.ringtail.operator.job.JobContext;
import dev.ringtail.operator.model.Deadlines;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.time.Clock;
import java.time.Duration;

/** The operator with all of its parts, from start to end. */
public final class RingtailOperator implements AutoCloseable {
  /** How long a reconciliation that runs at the end may take to finish. */
  private static final Duration TERMINATION = Duration.ofSeconds(10);

  private static final int RECONCILES_PER_SECOND = 4;
  private static final int THREADS = 10;

  private final Operator operator;

  /**
   * @param client with the operator's rights; stays open
   */
  public RingtailOperator(
      KubernetesClient client, OperatorSettings settings, Deadlines deadlines, Clock clock) {
    operator =
        new Operator(
            configuration ->
                configuration
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    .withConcurrentReconciliationThreads(THREADS)
                    .withReconciliationTerminationTimeout(TERMINATION));
    operator.register(
        new CaptureJobReconciler(JobContext.of(client, settings, deadlines, clock)),
        controller ->
            controller
                .withName("capture-jobs")
                .withFinalizer(CaptureJobReconciler.FINALIZER)
                .withFieldManager("ringtail-operator")
                .withRateLimiter(
                    new LinearRateLimiter(Duration.ofSeconds(1), RECONCILES_PER_SECOND))
                .withRetry(
                    new GenericRetry()
                        .setInitialInterval(500)
                        .setIntervalMultiplier(2)
                        .setMaxInterval(30_000)
                        .withoutMaxAttempts()));
  }

  /** Begins to watch and to reconcile. */
  public void start() {
    operator.start();
  }

  @Override
  public void close() {
    operator.stop();
  }
}
