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
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator with all of its parts, from start to end. */
public final class RingtailOperator implements AutoCloseable {
  /** How long a reconciliation that runs at the end may take to finish. */
  private static final Duration TERMINATION = Duration.ofSeconds(10);

  private static final Duration CERTIFICATE = Duration.ofSeconds(30);
  private static final int RECONCILES_PER_SECOND = 4;
  private static final int THREADS = 10;

  private static final Logger LOG = LoggerFactory.getLogger(RingtailOperator.class);

  private final Vertx vertx;
  private final long sweep;
  private final KubernetesClient client;
  private final ApiServer server;
  private final Leadership leadership;
  private final Operator operator;
  private final CaptureJobReconciler reconciler;
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
    server = new ApiServer(client.getConfiguration(), vertx);
    leadership = new Leadership(settings, onLossOfLead);
    OperatorMetrics metrics = new OperatorMetrics(leadership::isLeading);
    FilterCheck filters = new FilterCheck();
    reconciler = new CaptureJobReconciler(context(client, settings, deadlines, clock), filters);
    operator =
        new Operator(
            configuration ->
                configuration
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    // Nothing here changes what it reads, and copies of a thousand nodes cost time.
                    .withCloneSecondaryResourcesWhenGettingFromCache(false)
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
    this.vertx = vertx;
    sweep =
        vertx.setPeriodic(deadlines.notice().toMillis(), id -> vertx.executeBlocking(this::sweep));
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

  private static JobContext context(
      KubernetesClient client, OperatorSettings settings, Deadlines deadlines, Clock clock) {
    return new JobContext(
        client,
        settings.namespace(),
        settings.pod(),
        settings.deployment(),
        settings.agent(),
        settings.jobsPerNode(),
        settings.ambient(),
        deadlines,
        clock);
  }

  /**
   * Waits for the API server, for as long as it takes; then begins to watch, and to reconcile once
   * this replica leads.
   */
  public void start() {
    server.await();
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

  private Void sweep() {
    if (started && leadership.isLeading()) {
      try {
        reconciler.removeOrphans();
      } catch (KubernetesClientException e) {
        LOG.warn("what jobs have left could not be removed: {}", e.getMessage());
      }
    }
    return null;
  }

  /** While the API server is away nothing can be watched, which no restart would mend. */
  private Optional<String> ailment() {
    boolean well =
        !started || operator.getRuntimeInfo().allEventSourcesAreHealthy() || !server.answers();
    return well
        ? Optional.empty()
        : Optional.of("not watching: " + operator.getRuntimeInfo().unhealthyEventSources());
  }

  /** Gives the lease back when nothing is written any more, within 15 s. */
  @Override
  public void close() {
    boolean led = leadership.isLeading();
    leadership.end();
    started = false;
    vertx.cancelTimer(sweep);
    operator.stop();
    reconciler.close();
    if (led && server.answers()) {
      leadership.handOver(client);
    }
    server.close();
    webhook.ifPresent(FilterWebhook::close);
    management.close();
  }
}
