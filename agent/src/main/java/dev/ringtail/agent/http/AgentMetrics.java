// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.CpuStatus;
import dev.ringtail.agent.status.InterfaceStatus;
import dev.ringtail.agent.status.ReaderStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** An agent's status as metrics. A series appears when its value does. One thread at a time. */
final class AgentMetrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Series, double[]> values = new HashMap<>();

  private record Series(Metric metric, List<String> labels) {}

  /** All metrics in Prometheus' text format. */
  String scrape(AgentStatus status) {
    status.interfaces().forEach(this::set);
    status.cpus().forEach(this::set);
    status.readers().forEach(this::set);
    set(Metric.SPOOL_LIMIT, status.spool().limitBytes());
    set(Metric.SPOOL_USED, status.spool().usedBytes());
    set(Metric.DELIVERED_OBJECTS, status.store().deliveredObjects());
    set(Metric.DELIVERED_BYTES, status.store().deliveredBytes());
    set(Metric.STORE_TROUBLE, status.store().isTroubled() ? 1 : 0);
    return registry.scrape();
  }

  private void set(InterfaceStatus one) {
    for (FunnelTerm term : FunnelTerm.values()) {
      double packets = one.packets().getOrDefault(term.key(), 0L);
      if (term == FunnelTerm.WAITING) {
        set(Metric.WAITING, packets, one.name());
      } else {
        set(term.isLoss() ? Metric.DROPPED : Metric.PACKETS, packets, one.name(), label(term));
      }
    }
    set(Metric.CAPTURED_BYTES, one.capturedBytes(), one.name());
    set(Metric.LAST_PACKET, one.lastPacketSeconds(), one.name());
    one.nicLosses()
        .forEach((counter, growth) -> set(Metric.NIC_LOSSES, growth, one.name(), counter));
  }

  /** Label of a term: {@code ring_full} where documents have {@code ringFull}. */
  static String label(FunnelTerm term) {
    return term.name().toLowerCase(Locale.ROOT);
  }

  private void set(CpuStatus one) {
    String cpu = Integer.toString(one.cpu());
    set(Metric.RING_SIZE, one.ringBytes(), cpu);
    set(Metric.RING_WAITING, one.waitingBytes(), cpu);
    IntStream.range(0, one.fillSamples().size())
        .forEach(
            eighth ->
                set(
                    Metric.RING_FILL,
                    one.fillSamples().get(eighth),
                    cpu,
                    Integer.toString(eighth + 1)));
  }

  private void set(ReaderStatus one) {
    String reader = Integer.toString(one.number());
    set(Metric.READER_CPU, one.cpuSeconds(), reader);
    set(Metric.READER_WAITED, one.waitedSeconds(), reader);
  }

  private void set(Metric metric, double value, String... labels) {
    values.computeIfAbsent(new Series(metric, List.of(labels)), this::register)[0] = value;
  }

  private double[] register(Series series) {
    double[] cell = new double[1];
    Metric metric = series.metric();
    List<Tag> tags =
        IntStream.range(0, metric.labels().size())
            .mapToObj(i -> Tag.of(metric.labels().get(i), series.labels().get(i)))
            .toList();
    switch (metric.kind()) {
      case COUNTER ->
          FunctionCounter.builder(metric.meterName(), cell, value -> value[0])
              .description(metric.help())
              .baseUnit(metric.unit())
              .tags(tags)
              .register(registry);
      case GAUGE ->
          Gauge.builder(metric.meterName(), cell, value -> value[0])
              .description(metric.help())
              .baseUnit(metric.unit())
              .tags(tags)
              .register(registry);
    }
    return cell;
  }
}
