// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import dev.ringtail.operator.admission.FilterWebhook;
import dev.ringtail.operator.http.ManagementServer;
import dev.ringtail.operator.http.OperatorMetrics;
import dev.ringtail.operator.job.CaptureJobReconciler;
import dev.ringtail.operator.job.JobContext;
import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.model.FilterCheck;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** The operator with all of its parts, from start to end. */
public final class RingtailOperator implements AutoCloseable {
  /** How long a reconciliation that runs at the end may take to finish. */
  private static final Duration TERMINATION = Duration.ofSeconds(10);

  private static final Duration CERTIFICATE = Duration.ofSeconds(30);
  private static final int RECONCILES_PER_SECOND = 4;
  private static final int THREADS = 10;

  private final KubernetesClient client;
  private final Leadership leadership;
  private final Operator operator;
  private final ManagementServer management;
  private final Optional<FilterWebhook> webhook;
  private volatile boolean started;

  /**
   * Listens on its ports; nothing is watched yet.
   *
   * @param client with the operator's rights; stays open
   * @param onLossOfLead ends the process
   */
  public RingtailOperator(
      Vertx vertx,
      KubernetesClient client,
      OperatorSettings settings,
      Deadlines deadlines,
      Clock clock,
      Runnable onLossOfLead) {
    this.client = client;
    leadership = new Leadership(settings, onLossOfLead);
    OperatorMetrics metrics = new OperatorMetrics(leadership::isLeading);
    FilterCheck filters = new FilterCheck();
    CaptureJobReconciler reconciler =
        new CaptureJobReconciler(JobContext.of(client, settings, deadlines, clock), filters);
    operator =
        new Operator(
            configuration ->
                configuration
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    .withMetrics(metrics)
                    .withLeaderElectionConfiguration(leadership.configuration())
                    .withConcurrentReconciliationThreads(THREADS)
                    .withReconciliationTerminationTimeout(TERMINATION));
    operator.register(
        reconciler,
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
    management =
        new ManagementServer(
            vertx, settings.httpPort(), metrics, reconciler, this::ailment, () -> started);
    webhook =
        settings
            .webhookCertificate()
            .map(
                folder ->
                    new FilterWebhook(vertx, settings.webhookPort(), folder, filters, CERTIFICATE));
  }

  /** Begins to watch, and to reconcile once this replica leads. */
  public void start() {
    operator.start();
    started = true;
  }

  /** The port of metrics and health. */
  public int httpPort() {
    return management.port();
  }

  /** The port of the webhook, if there is one. */
  public Optional<Integer> webhookPort() {
    return webhook.map(FilterWebhook::port);
  }

  /** Whether this replica acts. */
  public boolean isLeading() {
    return leadership.isLeading();
  }

  private Optional<String> ailment() {
    return !started || operator.getRuntimeInfo().allEventSourcesAreHealthy()
        ? Optional.empty()
        : Optional.of("not watching: " + operator.getRuntimeInfo().unhealthyEventSources());
  }

  /** Gives the lease back when the reconciliations that run have ended, within 10 s. */
  @Override
  public void close() {
    leadership.end();
    started = false;
    operator.stop();
    leadership.handOver(client);
    webhook.ifPresent(FilterWebhook::close);
    management.close();
  }
}
