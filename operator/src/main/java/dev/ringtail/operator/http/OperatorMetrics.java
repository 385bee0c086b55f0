// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.http;

import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Counts what the operator does, and reads figures about jobs when it is asked for them. */
public final class OperatorMetrics implements Metrics {
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicInteger queued = new AtomicInteger();
  private final Timer reconciles;
  private final Counter succeeded = counter("ok");
  private final Counter failed = counter("failed");
  private final Map<Metric, MultiGauge> figures = new EnumMap<>(Metric.class);

  /**
   * @param leading whether this replica acts
   */
  public OperatorMetrics(Supplier<Boolean> leading) {
    reconciles =
        Timer.builder(Metric.RECONCILE_SECONDS.meterName())
            .description(Metric.RECONCILE_SECONDS.help())
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    gauge(Metric.QUEUED, () -> queued.get());
    gauge(Metric.LEADER, () -> leading.get() ? 1 : 0);
    for (Metric metric :
        List.of(
            Metric.JOBS,
            Metric.JOBS_WAITING,
            Metric.NODE_PACKETS,
            Metric.NODE_BYTES,
            Metric.NODE_REPORT)) {
      figures.put(
          metric,
          MultiGauge.builder(metric.meterName()).description(metric.help()).register(registry));
    }
  }

  private Counter counter(String result) {
    return Counter.builder(Metric.RECONCILES.meterName())
        .description(Metric.RECONCILES.help())
        .tag("result", result)
        .register(registry);
  }

  private void gauge(Metric metric, Supplier<Number> value) {
    Gauge.builder(metric.meterName(), value).description(metric.help()).register(registry);
  }

  /** All metrics in Prometheus' text format. */
  synchronized String scrape(Figures source) {
    Map<Phase, Long> byPhase = new EnumMap<>(Phase.class);
    Arrays.stream(Phase.values()).forEach(phase -> byPhase.put(phase, 0L));
    source.jobs().forEach(job -> byPhase.merge(phase(job), 1L, Long::sum));
    List<MultiGauge.Row<?>> jobs = new ArrayList<>();
    byPhase.forEach((phase, count) -> jobs.add(row(Tags.of("phase", text(phase)), count)));
    figures.get(Metric.JOBS).register(jobs, true);
    figures.get(Metric.JOBS_WAITING).register(List.of(row(Tags.empty(), source.waiting())), true);
    List<MultiGauge.Row<?>> packets = new ArrayList<>();
    List<MultiGauge.Row<?>> bytes = new ArrayList<>();
    List<MultiGauge.Row<?>> reports = new ArrayList<>();
    source
        .captures()
        .filter(capture -> capture.getStatus() != null)
        .forEach(capture -> rows(capture, packets, bytes, reports));
    figures.get(Metric.NODE_PACKETS).register(packets, true);
    figures.get(Metric.NODE_BYTES).register(bytes, true);
    figures.get(Metric.NODE_REPORT).register(reports, true);
    return registry.scrape();
  }

  private static void rows(
      NodeCapture capture,
      List<MultiGauge.Row<?>> packets,
      List<MultiGauge.Row<?>> bytes,
      List<MultiGauge.Row<?>> reports) {
    NodeCaptureStatus status = capture.getStatus();
    Tags tags =
        Tags.of(
            "namespace", capture.getMetadata().getNamespace(),
            "job", capture.getSpec().jobRef().name(),
            "node", capture.getSpec().nodeName());
    CaptureCounts counts = status.counts() == null ? CaptureCounts.ZERO : status.counts();
    Map.of(
            "seen", counts.seen(),
            "matched", counts.matched(),
            "captured", counts.captured(),
            "dropped", counts.dropped(),
            "delivered", counts.delivered())
        .forEach((state, count) -> packets.add(row(tags.and("state", state), count)));
    bytes.add(row(tags, counts.deliveredBytes()));
    if (status.lastReportTime() != null) {
      reports.add(row(tags, Instant.parse(status.lastReportTime()).getEpochSecond()));
    }
  }

  private static MultiGauge.Row<?> row(Tags tags, Number value) {
    return MultiGauge.Row.of(tags, value);
  }

  private static Phase phase(CaptureJob job) {
    return job.getStatus() == null || job.getStatus().phase() == null
        ? Phase.PENDING
        : job.getStatus().phase();
  }

  private static String text(Phase phase) {
    return phase.name().charAt(0) + phase.name().substring(1).toLowerCase(java.util.Locale.ROOT);
  }

  @Override
  public void reconcileCustomResource(
      HasMetadata resource, RetryInfo retry, Map<String, Object> metadata) {
    queued.incrementAndGet();
  }

  @Override
  public void reconciliationExecutionStarted(HasMetadata resource, Map<String, Object> metadata) {
    queued.decrementAndGet();
  }

  @Override
  public void finishedReconciliation(HasMetadata resource, Map<String, Object> metadata) {
    succeeded.increment();
  }

  @Override
  public void failedReconciliation(
      HasMetadata resource, Exception exception, Map<String, Object> metadata) {
    failed.increment();
  }

  @Override
  public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
    long begin = System.nanoTime();
    try {
      return execution.execute();
    } finally {
      reconciles.record(Duration.ofNanos(System.nanoTime() - begin));
    }
  }
}
