// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.CaptureRun;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.Funnel;
import dev.ringtail.crds.v1alpha1.InterfaceStatus;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.crds.v1alpha1.SpoolStatus;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.OperatorProcess;
import dev.ringtail.operator.testing.ServerCounts;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a job on many nodes costs: the operator as its image runs it, a real API server, and in
 * place of agents reports at the pace of agents. {@code make bench-scale} takes 1,000 nodes, and
 * also insists on the time that a look takes and on the memory.
 */
class ScaleIT {
  private static final Integer MEASURED = Integer.getInteger("ringtail.nodes");
  private static final int NODES = MEASURED == null ? 60 : MEASURED;
  private static final Duration LONG = Duration.ofSeconds(60 + NODES / 5);
  private static final int REPORTS_PER_SECOND = 20;
  private static final int STEADY_S = MEASURED == null ? 10 : 60;
  private static final int SENDERS = 8;

  private static final double WITHIN = 0.99;
  private static final Pattern LOOKS =
      Pattern.compile("ringtail_operator_reconcile_seconds_bucket\\{le=\"(.+)\"} (\\S+)");

  @TempDir private Path folder;

  @Test
  void shouldBearAJobOnManyNodes() throws Exception {
    try (Cluster cluster = new Cluster()) {
      for (int i = 0; i < NODES; i++) {
        cluster.node("scale-%04d".formatted(i), Map.of("pool", "scale"));
      }
      try (OperatorProcess operator =
          OperatorProcess.start(
              folder,
              OperatorProcess.environment(
                  cluster, cluster.client().getConfiguration().getMasterUrl()))) {
        operator.await("/readyz", 200);
        ServerCounts before = ServerCounts.of(cluster.client());
        Instant applied = Instant.now();
        CaptureJob job =
            cluster.apply("scale", "target: {nodes: {selector: {matchLabels: {pool: scale}}}}\n");
        await().atMost(LONG).until(() -> cluster.daemonSet(job).isPresent());
        Duration planned = Duration.between(applied, Instant.now());
        List<NodeCapture> plans = cluster.plans(job);
        assertThat(plans).hasSize(NODES);

        carryOut(cluster, plans);

        ServerCounts writes = ServerCounts.of(cluster.client()).since(before);
        long planWrites = writes.of("nodecaptures");
        long statusWrites = writes.of("capturejobs/status");
        Map<String, Double> looks = looks(operator);
        double within = looks.get("0.1") / looks.get("+Inf");
        long peakMib = operator.peakMib();
        System.out.printf(
            "scale: %d nodes planned in %d ms; written: %d plans, %d times the job's status, %d daemonsets,"
                + " %d secrets, %d events; %.1f %% of looks within 100 ms (looks by seconds: %s); %d MiB"
                + " resident at most; %.1f s of CPU time%n",
            NODES,
            planned.toMillis(),
            planWrites,
            statusWrites,
            writes.of("daemonsets"),
            writes.of("secrets"),
            writes.of("events"),
            within * 100,
            looks,
            peakMib,
            operator.cpuTime().toMillis() / 1e3);
        assertThat(planWrites)
            .as("made once, and told once when the job began")
            .isLessThanOrEqualTo(2L * NODES);
        assertThat(statusWrites).as("of %d reports", 3 * NODES).isLessThan(NODES / 4 + 60L);
        if (MEASURED != null) {
          assertThat(peakMib).as("resident").isLessThanOrEqualTo(OperatorProcess.LIMIT_MIB);
          assertThat(within).as("looks within 100 ms").isGreaterThanOrEqualTo(WITHIN);
        }
      }
    }
  }

  /** All begin, report for some time at the pace of agents, and end. */
  private static void carryOut(Cluster cluster, List<NodeCapture> plans) throws Exception {
    report(cluster, plans, Phase.CAPTURING, 1);
    await().atMost(LONG).until(() -> cluster.job("scale").getStatus().nodes().capturing() == NODES);
    for (int second = 0; second < STEADY_S; second++) {
      int first = second * REPORTS_PER_SECOND % NODES;
      List<NodeCapture> some = plans.subList(first, Math.min(NODES, first + REPORTS_PER_SECOND));
      report(cluster, some, Phase.CAPTURING, 2 + second);
      TimeUnit.SECONDS.sleep(1);
    }
    report(cluster, plans, Phase.COMPLETED, 100);
    await().atMost(LONG).until(() -> cluster.job("scale").getStatus().phase() == Phase.COMPLETED);
    assertThat(cluster.job("scale").getStatus().counts().delivered()).isEqualTo(100L * NODES);
  }

  private static void report(Cluster cluster, List<NodeCapture> plans, Phase phase, long packets) {
    try (ExecutorService agents = Executors.newFixedThreadPool(SENDERS)) {
      plans.forEach(
          plan ->
              agents.execute(
                  () -> AgentDouble.apply(cluster.client(), plan, status(phase, packets))));
    }
  }

  /** As much as agents say. */
  private static NodeCaptureStatus status(Phase phase, long packets) {
    String now = Instant.now().toString();
    return new NodeCaptureStatus(
        1L,
        phase,
        Arrays.stream(ConditionType.values()).map(type -> condition(type, now)).toList(),
        now,
        null,
        new CaptureCounts(packets, packets, packets, 0, packets, packets * 100, 1),
        List.of(
            new InterfaceStatus(
                "eth0",
                null,
                CapturePoint.XDP_NATIVE,
                Direction.INGRESS,
                List.of(),
                Funnel.ZERO,
                0L,
                0L)),
        null,
        new SpoolStatus(1L << 32, 800, 1),
        List.of(new CaptureRun(0, "2026-11-30T12:00:00Z", null)),
        List.of(),
        null);
  }

  private static Condition condition(ConditionType type, String now) {
    return new ConditionBuilder()
        .withType(type.text())
        .withStatus(type == ConditionType.LOSSLESS ? "True" : "Unknown")
        .withReason("AsExpected")
        .withMessage("as long a sentence as an agent would say about how it stands with this")
        .withLastTransitionTime(now)
        .withObservedGeneration(1L)
        .build();
  }

  /** How many looks have taken at most so many seconds. */
  private static Map<String, Double> looks(OperatorProcess operator) throws Exception {
    Map<String, Double> looks = new LinkedHashMap<>();
    Matcher counted = LOOKS.matcher(operator.get("/metrics").body());
    while (counted.find()) {
      looks.put(counted.group(1), Double.parseDouble(counted.group(2)));
    }
    return looks;
  }
}
