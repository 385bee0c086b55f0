// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.placement.PlacementPolicy.Auto;
import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.MachineTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePlacementIT {
  private static final List<String> NIC = List.of("ens1f0np0");
  private static final PlacementRequest SPLIT =
      new PlacementRequest(new Split(0), Hook.INTERRUPT, 4, 0);

  private static final PlacementRequest AUTO =
      new PlacementRequest(new Auto(), Hook.INTERRUPT, 0, 0);

  @TempDir private Path root;
  @TempDir private Path state;
  private HostTree tree;

  @BeforeEach
  void unfold() {
    tree = MachineTree.unfold("two-sockets-mlx5", root);
  }

  private String affinity(int interrupt) {
    return tree.text("/proc/irq/" + interrupt + "/smp_affinity_list").orElseThrow();
  }

  private void put(int interrupt, String cpus) throws IOException {
    Files.writeString(tree.path("/proc/irq/" + interrupt + "/smp_affinity_list"), cpus + "\n");
  }

  /** All queues on one CPU, so that no other may receive. */
  private void putAllOn(String cpu) throws IOException {
    for (int interrupt = 101; interrupt <= 116; interrupt++) {
      put(interrupt, cpu);
      Files.writeString(
          tree.path("/proc/irq/" + interrupt + "/effective_affinity_list"), cpu + "\n");
    }
  }

  private static Measurement window(long captured, long lost) {
    return new Measurement(Duration.ofSeconds(2), captured, lost, Duration.ofMillis(900), 1);
  }

  @Test
  void shouldChangeNothingBeforeItIsApplied() {
    String before = affinity(101);
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, SPLIT)) {
      assertThat(placement.plan().receiveCpus()).hasToString("1,5");
      assertThat(affinity(101)).isEqualTo(before);
      assertThat(placement.apply()).isFalse();
      assertThat(affinity(101)).isEqualTo("1");
      assertThat(placement.report().partial()).isFalse();
      assertThat(placement.report().settings()).hasSize(16);
      assertThat(placement.check()).isFalse();
    }
    assertThat(affinity(101)).isEqualTo(before);
  }

  @Test
  void shouldPlanAgainWhenAttachingSetTheInterruptsUpAnew() throws IOException {
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, SPLIT)) {
      put(101, "17");
      assertThat(placement.apply()).isTrue();
      assertThat(affinity(101)).isEqualTo("1");
    }
    assertThat(affinity(101)).isEqualTo("17");
  }

  @Test
  void shouldFollowDriftWithAsManyReadersAndNotFight() throws IOException {
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, SPLIT)) {
      placement.apply();
      put(101, "9");
      assertThat(placement.check()).isTrue();
      assertThat(affinity(101)).isEqualTo("9");
      assertThat(placement.plan().readers()).hasSize(2);
      assertThat(placement.plan().ringCpus().contains(9)).isTrue();
      assertThat(placement.report().partial()).isTrue();
      assertThat(placement.report().reasons())
          .anyMatch(reason -> reason.startsWith("Somebody else moved interrupt 101"));
      assertThat(placement.check()).isFalse();
    }
  }

  @Test
  void shouldObserveWhereAnotherCaptureHasTheInterrupts() {
    try (NodePlacement first = NodePlacement.open(tree, state, NIC, SPLIT);
        NodePlacement second = NodePlacement.open(tree, state, NIC, SPLIT)) {
      first.apply();
      second.apply();
      assertThat(second.plan().applies()).isEqualTo(new Observe());
      assertThat(second.report().asked()).isEqualTo("Split");
      assertThat(second.report().partial()).isTrue();
      assertThat(second.report().reasons())
          .anyMatch(reason -> reason.startsWith("Another capture (process"));
      assertThat(second.giveBack().items()).isEmpty();
      assertThat(affinity(101)).isEqualTo("1");
    }
  }

  @Test
  void shouldObserveWhereTheJournalCannotBeKept() throws IOException {
    Path file = Files.createFile(state.resolve("file"));
    try (NodePlacement placement = NodePlacement.open(tree, file.resolve("below"), NIC, SPLIT)) {
      placement.apply();
      assertThat(placement.plan().applies()).isEqualTo(new Observe());
      assertThat(placement.report().reasons())
          .anyMatch(reason -> reason.startsWith("The placement journal"));
    }
  }

  @Test
  void shouldTryAutosCandidatesOnTheNodeAndKeepTheBest() {
    String before = affinity(101);
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, AUTO)) {
      assertThat(placement.mostReaders()).isEqualTo(4);
      placement.apply();
      assertThat(placement.plan().applies()).isEqualTo(new Observe());
      assertThat(placement.measured(window(1000, 500))).isTrue();
      assertThat(placement.plan().applies()).isEqualTo(new Split(1));
      assertThat(affinity(102)).isEqualTo("1");
      assertThat(placement.measured(window(700, 800))).isTrue();
      assertThat(affinity(102)).isEqualTo("5");
      assertThat(placement.measured(window(1400, 100))).isTrue();
      assertThat(placement.plan().receiveCpus().size()).isEqualTo(4);
      assertThat(placement.trying()).isTrue();
      assertThat(placement.measured(window(1300, 200))).isTrue();
      assertThat(placement.trying()).isFalse();
      assertThat(placement.plan().receiveCpus()).isEqualTo(CpuSet.of(1, 5));
      PlacementReport report = placement.report();
      assertThat(report.asked()).isEqualTo("Auto");
      assertThat(report.trials())
          .map(PlacementReport.TrialLine::policy)
          .containsExactly("Observe", "Split of width 1", "Split of width 2", "Split of width 4");
    }
    assertThat(affinity(101)).isEqualTo(before);
  }

  @Test
  void shouldEndAutoAtOnceWhereNothingIsLost() {
    String before = affinity(101);
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, AUTO)) {
      placement.apply();
      assertThat(placement.measured(window(1000, 0))).isFalse();
      assertThat(placement.trying()).isFalse();
      assertThat(placement.report().trials()).hasSize(1);
      assertThat(placement.report().reasons())
          .contains("Auto stays with Observe: It lost nothing, so there is nothing to win back.");
      assertThat(affinity(101)).isEqualTo(before);
    }
  }

  @Test
  void shouldMakeRingsForEveryPlanThatAutoMayTry() throws IOException {
    putAllOn("0");
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, AUTO)) {
      assertThat(placement.plan().ringCpus()).hasToString("0");
      assertThat(placement.ringCpus()).hasToString("0-1,5,9,13");
    }
  }

  @Test
  void shouldReportTheTrialsOfARoundThatHasNotEnded() {
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, AUTO)) {
      placement.apply();
      placement.measured(window(1000, 500));
      assertThat(placement.report().trials())
          .containsExactly(new PlacementReport.TrialLine("Observe", 500, 500, 900_000, 1));
    }
  }

  @Test
  void shouldMoveInterruptsOnlyWhereThereAreRingsOnceTheCaptureRuns() throws IOException {
    putAllOn("1");
    try (NodePlacement placement = NodePlacement.open(tree, state, NIC, SPLIT)) {
      assertThat(placement.ringCpus()).hasToString("1,5");
      placement.apply();
      Files.writeString(tree.path("/sys/devices/system/cpu/online"), "0-4,6-31\n");
      assertThat(placement.check()).isTrue();
      assertThat(placement.plan().receiveCpus()).hasToString("1");
      assertThat(affinity(102)).isEqualTo("1");
    }
  }
}
