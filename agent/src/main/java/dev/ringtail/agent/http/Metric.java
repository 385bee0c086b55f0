// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.util.List;

/** Every metric of an agent, with what it means. */
public enum Metric {
  PACKETS(
      "ringtail.packets",
      Kind.COUNTER,
      "",
      "Packets that reached a stage: seen at the hook; filtered or matched; written to a ring;"
          + " spooled in a sealed segment; delivered to the store; after_limit, let go beyond a"
          + " limit; abandoned in the spool; truncated, kept in part",
      "interface",
      "stage"),
  DROPPED(
      "ringtail.dropped.packets",
      Kind.COUNTER,
      "",
      "Packets that matched and were lost, by cause",
      "interface",
      "cause"),
  WAITING(
      "ringtail.waiting.packets",
      Kind.GAUGE,
      "",
      "Packets in sealed segments that are on their way to the store",
      "interface"),
  CAPTURED_BYTES(
      "ringtail.captured", Kind.COUNTER, "bytes", "Bytes of packets written to rings", "interface"),
  LAST_PACKET(
      "ringtail.last.packet.timestamp",
      Kind.GAUGE,
      "seconds",
      "Wall clock of the last packet written, seconds since 1970, 0 before the first",
      "interface"),
  NIC_LOSSES(
      "ringtail.nic.losses",
      Kind.COUNTER,
      "",
      "Growth of the driver's own loss counters since the start, under the driver's names",
      "interface",
      "counter"),
  RING_SIZE("ringtail.ring.size", Kind.GAUGE, "bytes", "Size of a CPU's ring", "cpu"),
  RING_WAITING(
      "ringtail.ring.waiting",
      Kind.GAUGE,
      "bytes",
      "Bytes in a CPU's ring that wait for its reader",
      "cpu"),
  RING_FILL(
      "ringtail.ring.fill.samples",
      Kind.COUNTER,
      "",
      "How often a sampled record found its ring filled up to this many eighths",
      "cpu",
      "eighths"),
  READER_CPU("ringtail.reader.cpu", Kind.COUNTER, "seconds", "CPU time of a reader", "reader"),
  READER_WAITED(
      "ringtail.reader.waited",
      Kind.COUNTER,
      "seconds",
      "Time for which a reader could have run and no CPU was free for it",
      "reader"),
  SPOOL_LIMIT("ringtail.spool.limit", Kind.GAUGE, "bytes", "Budget of the spool"),
  SPOOL_USED(
      "ringtail.spool.used", Kind.GAUGE, "bytes", "Part of the budget that segments hold now"),
  DELIVERED_OBJECTS(
      "ringtail.delivered.objects", Kind.COUNTER, "", "Objects that the store has confirmed"),
  DELIVERED_BYTES(
      "ringtail.delivered", Kind.COUNTER, "bytes", "Bytes of objects that the store has confirmed"),
  STORE_TROUBLE(
      "ringtail.store.trouble",
      Kind.GAUGE,
      "",
      "1 while the store refuses or does not answer, else 0");

  /** Whether a value only grows. */
  public enum Kind {
    COUNTER(Meter.Type.COUNTER),
    GAUGE(Meter.Type.GAUGE);

    private final Meter.Type type;

    Kind(Meter.Type type) {
      this.type = type;
    }
  }

  private final String meterName;
  private final Kind kind;
  private final String unit;
  private final String help;
  private final List<String> labels;

  Metric(String meterName, Kind kind, String unit, String help, String... labels) {
    this.meterName = meterName;
    this.kind = kind;
    this.unit = unit.isEmpty() ? null : unit;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** The name that Prometheus sees. */
  public String exposedName() {
    String name = new PrometheusNamingConvention().name(meterName, kind.type, unit);
    return kind == Kind.COUNTER ? name + "_total" : name;
  }

  public Kind kind() {
    return kind;
  }

  /** One sentence without its point. */
  public String help() {
    return help;
  }

  public List<String> labels() {
    return labels;
  }

  String meterName() {
    return meterName;
  }

  /** Null for plain numbers. */
  String unit() {
    return unit;
  }
}
