// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.http;

import java.util.List;

/** The operator's metrics. */
public enum Metric {
  RECONCILES(
      "ringtail_operator_reconciles",
      Kind.COUNTER,
      List.of("result"),
      "Looks at a job: ok, or failed and to be tried again."),
  RECONCILE_SECONDS(
      "ringtail_operator_reconcile", Kind.TIMER, List.of(), "How long a look at a job takes."),
  QUEUED(
      "ringtail_operator_queue",
      Kind.GAUGE,
      List.of(),
      "Jobs that are to be looked at and wait for a thread."),
  LEADER("ringtail_operator_leader", Kind.GAUGE, List.of(), "1 in the replica that acts."),
  JOBS("ringtail_jobs", Kind.GAUGE, List.of("phase"), "Jobs by phase."),
  JOBS_WAITING(
      "ringtail_jobs_waiting", Kind.GAUGE, List.of(), "Jobs that wait for their turn on a node."),
  NODE_PACKETS(
      "ringtail_node_capture_packets",
      Kind.GAUGE,
      List.of("namespace", "job", "node", "state"),
      "Packets of a node's part of a job, as its agent last reported: seen, matched, captured,"
          + " dropped, delivered."),
  NODE_BYTES(
      "ringtail_node_capture_delivered_bytes",
      Kind.GAUGE,
      List.of("namespace", "job", "node"),
      "Bytes in the store of a node's part of a job."),
  NODE_REPORT(
      "ringtail_node_capture_last_report_seconds",
      Kind.GAUGE,
      List.of("namespace", "job", "node"),
      "When the node's agent last reported, in seconds since 1970.");

  private final String meterName;
  private final Kind kind;
  private final List<String> labels;
  private final String help;

  Metric(String meterName, Kind kind, List<String> labels, String help) {
    this.meterName = meterName;
    this.kind = kind;
    this.labels = labels;
    this.help = help;
  }

  /** What a metric is to Prometheus. */
  public enum Kind {
    COUNTER,
    GAUGE,
    TIMER
  }

  String meterName() {
    return meterName;
  }

  /** The name in the answer of {@code /metrics}. */
  public String exposedName() {
    return switch (kind) {
      case COUNTER -> meterName + "_total";
      case TIMER -> meterName + "_seconds";
      case GAUGE -> meterName;
    };
  }

  public Kind kind() {
    return kind;
  }

  public List<String> labels() {
    return labels;
  }

  public String help() {
    return help;
  }
}
