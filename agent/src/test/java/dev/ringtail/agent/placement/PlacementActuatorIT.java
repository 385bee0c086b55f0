// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.placement.SettingReport.Outcome;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.MachineTree;
import dev.ringtail.agent.topology.NodeTopology;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes to a captured tree, never to this machine's own files. */
class PlacementActuatorIT {
  @TempDir private Path root;
  @TempDir private Path state;
  private HostTree tree;
  private Map<String, String> before;

  @BeforeEach
  void unfold() {
    tree = MachineTree.unfold("amd-ice", root);
    before = settings();
  }

  private PlacementPlan plan() {
    return PlacementPlanner.plan(
        NodeTopology.read(tree, List.of("enp65s0f0")),
        new PlacementRequest(new Split(0), Hook.INTERRUPT, 8, 0));
  }

  private Map<String, String> settings() {
    Map<String, String> all = new TreeMap<>();
    for (int interrupt = 200; interrupt <= 232; interrupt++) {
      String file = "/proc/irq/" + interrupt + "/smp_affinity_list";
      all.put(file, tree.text(file).orElse("unreadable"));
    }
    String file = "/sys/class/net/enp65s0f0/queues/rx-0/rps_cpus";
    all.put(file, tree.cpuMask(file).orElseThrow().toMask());
    return all;
  }

  private void put(String path, String text) throws IOException {
    Files.writeString(tree.path(path), text);
  }

  @Test
  void shouldMoveInterruptsAndSteeringAndGiveThemBack() throws Exception {
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      assertThat(actuator.recovered().items()).isEmpty();
      List<SettingReport> reports = actuator.apply(plan());
      assertThat(reports).hasSize(33).allMatch(SettingReport::holds);
      assertThat(tree.text("/proc/irq/201/smp_affinity_list")).contains("8");
      assertThat(tree.text("/proc/irq/204/smp_affinity_list")).contains("26");
      assertThat(tree.text("/proc/irq/200/smp_affinity_list")).contains("0-31");
      assertThat(tree.cpuMask("/sys/class/net/enp65s0f0/queues/rx-0/rps_cpus").orElseThrow())
          .hasToString("8,10,24,26");
    }
    assertThat(settings()).isEqualTo(before);
    assertThat(state.resolve("placement.journal")).doesNotExist();
  }

  @Test
  void shouldReportAnInterruptThatHasNotFiredYetUntilItDoes() throws Exception {
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      assertThat(actuator.apply(plan()).getFirst().outcome()).isEqualTo(Outcome.ACCEPTED);
      put("/proc/irq/201/effective_affinity_list", "8\n");
      SettingReport report = actuator.look().getFirst();
      assertThat(report.outcome()).isEqualTo(Outcome.APPLIED);
      assertThat(report.from()).hasToString("0-31");
      assertThat(report.effective()).hasToString("8");
    }
  }

  @Test
  void shouldGoOnWhereTheKernelRefusesOne() throws Exception {
    // A file of the kernel that reads as a CPU list and takes no writes.
    Path file = tree.path("/proc/irq/202/smp_affinity_list");
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("/sys/devices/system/cpu/possible"));
    Files.delete(tree.path("/proc/irq/203/smp_affinity_list"));
    Files.createDirectory(tree.path("/proc/irq/203/smp_affinity_list"));
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      List<SettingReport> reports = actuator.apply(plan());
      assertThat(reports.get(1).outcome()).isIn(Outcome.REFUSED, Outcome.MANAGED);
      assertThat(reports.get(1).message()).matches("E[A-Z]+: .*");
      assertThat(reports.get(2).outcome()).isEqualTo(Outcome.REFUSED);
      assertThat(reports.get(2).message()).contains("could not be given back");
      assertThat(reports.get(3).outcome()).isEqualTo(Outcome.ACCEPTED);
      PlacementReport report = PlacementReport.of(plan(), reports, List.of(), Map.of());
      assertThat(report.partial()).isTrue();
    }
    assertThat(tree.text("/proc/irq/204/smp_affinity_list")).contains("0-31");
  }

  @Test
  void shouldNoticeWhatSomebodyElseChangesAndStillGiveBackTheFirstValue() throws Exception {
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      actuator.apply(plan());
      put("/proc/irq/201/smp_affinity_list", "3\n");
      SettingReport report = actuator.look().getFirst();
      assertThat(report.outcome()).isEqualTo(Outcome.REVERTED);
      assertThat(report.message()).isEqualTo("Somebody else changed it to CPUs 3.");
      RestoreReport undone = actuator.undo();
      assertThat(undone.items())
          .anyMatch(
              item ->
                  item.message()
                      .equals(
                          "The interrupt 201 (ice-enp65s0f0-TxRx-0) has CPUs 0-31 again, which somebody else had changed"
                              + " meanwhile."));
      assertThat(actuator.look()).allMatch(setting -> setting.outcome() == Outcome.RESTORED);
    }
    assertThat(settings()).isEqualTo(before);
  }

  @Test
  void shouldGiveBackTheFirstValueAfterSeveralPlans() throws Exception {
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      actuator.apply(plan());
      actuator.apply(
          PlacementPlanner.plan(
              NodeTopology.read(tree, List.of("enp65s0f0")),
              new PlacementRequest(new Split(1), Hook.INTERRUPT, 2, 0)));
      assertThat(tree.text("/proc/irq/204/smp_affinity_list")).contains("8");
    }
    assertThat(settings()).isEqualTo(before);
  }

  @Test
  void shouldFollowAnInterruptThatWasSetUpAnewUnderAnotherNumber() throws Exception {
    PlacementActuator actuator = PlacementActuator.open(state, tree);
    actuator.apply(plan());
    // ethtool -L: the queue's interrupt is 300 now, number 201 belongs to a disk, number 202 to
    // nobody.
    Files.createDirectories(tree.path("/sys/kernel/irq/300"));
    Files.createDirectories(tree.path("/proc/irq/300"));
    put("/sys/kernel/irq/300/actions", "ice-enp65s0f0-TxRx-0\n");
    put("/proc/irq/300/smp_affinity_list", "5\n");
    put("/sys/kernel/irq/201/actions", "nvme0q1\n");
    put("/sys/kernel/irq/202/actions", "\n");
    assertThat(actuator.look().getFirst().outcome()).isEqualTo(Outcome.GONE);
    RestoreReport report = actuator.undo();
    assertThat(report.items()).anyMatch(item -> item.result() == RestoreReport.Result.GONE);
    assertThat(tree.text("/proc/irq/300/smp_affinity_list")).contains("0-31");
    assertThat(tree.text("/proc/irq/201/smp_affinity_list")).contains("8");
    actuator.close();
  }

  @Test
  void shouldKeepInTheJournalWhatCannotBeGivenBackYet() throws Exception {
    Path file = tree.path("/proc/irq/201/smp_affinity_list");
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      actuator.apply(plan());
      Files.delete(file);
      Files.createSymbolicLink(file, Path.of("/sys/devices/system/cpu/possible"));
      RestoreReport report = actuator.undo();
      assertThat(report.complete()).isFalse();
      assertThat(report.items())
          .anyMatch(item -> item.message().contains("refuses its old CPUs: E"));
    }
    Files.delete(file);
    Files.writeString(file, "8\n");
    assertThat(PlacementActuator.restore(state, tree).items())
        .map(RestoreReport.Item::result)
        .containsExactly(RestoreReport.Result.RESTORED);
    assertThat(settings()).isEqualTo(before);
  }

  @Test
  void shouldLetOneCaptureAtATimeHaveTheNode() throws Exception {
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      actuator.apply(plan());
      assertThatThrownBy(() -> PlacementActuator.restore(state, tree))
          .isInstanceOf(PlacementHeldException.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid());
      assertThat(settings()).isNotEqualTo(before);
    }
    PlacementActuator.open(state, tree).close();
  }

  @Test
  void shouldWriteNothingThatIsNotOnDiskBefore() throws Exception {
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      Files.createSymbolicLink(state.resolve("placement.journal"), Path.of("/dev/full"));
      assertThatThrownBy(() -> actuator.apply(plan()))
          .isInstanceOf(PlacementJournalException.class)
          .hasMessageContaining("ENOSPC: No space left on device")
          .hasMessageContaining("so interrupts are left alone");
      assertThat(settings()).isEqualTo(before);
    }
  }

  @Test
  void shouldForgetTheJournalOfAnotherBoot() throws Exception {
    Files.createDirectories(tree.path("/proc/sys/kernel/random"));
    put("/proc/sys/kernel/random/boot_id", "first");
    String journal = journalOfAKilledProcess();
    put("/proc/sys/kernel/random/boot_id", "second");
    Files.writeString(state.resolve("placement.journal"), journal);
    Map<String, String> now = settings();
    assertThat(PlacementActuator.restore(state, tree).items()).isEmpty();
    assertThat(settings()).isEqualTo(now);
    assertThat(state.resolve("placement.journal")).doesNotExist();
  }

  @Test
  void shouldSurviveAJournalCutOffAnywhere() throws Exception {
    String journal = journalOfAKilledProcess();
    for (int length = 0; length < journal.length(); length += length < 400 ? 1 : 37) {
      Path cut = state.resolve("cut" + length);
      Files.createDirectories(cut);
      Files.writeString(cut.resolve("placement.journal"), journal.substring(0, length));
      int whole = (int) journal.substring(0, length).chars().filter(c -> c == '\n').count() - 1;
      assertThat(PlacementActuator.restore(cut, tree).items())
          .as("cut at " + length)
          .hasSizeGreaterThanOrEqualTo(Math.max(0, whole));
    }
  }

  private String journalOfAKilledProcess() throws Exception {
    try (PlacementActuator actuator = PlacementActuator.open(state, tree)) {
      actuator.apply(plan());
      return Files.readString(state.resolve("placement.journal"));
    }
  }

  @Test
  void shouldGiveBackAtTheNextStartWhatAKilledProcessChanged() throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                root.toString(),
                state.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream()))) {
      assertThat(lines.readLine()).isEqualTo("applied 33");
      assertThatThrownBy(() -> PlacementActuator.restore(state, tree))
          .isInstanceOf(PlacementHeldException.class);
    } finally {
      process.destroyForcibly();
      process.waitFor(10, TimeUnit.SECONDS);
    }
    assertThat(settings()).isNotEqualTo(before);
    try (PlacementActuator next = PlacementActuator.open(state, tree)) {
      assertThat(next.recovered().items())
          .hasSize(33)
          .allMatch(item -> item.result() == RestoreReport.Result.RESTORED);
      assertThat(settings()).isEqualTo(before);
    }
  }

  /** Applies a plan and waits to be killed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] args) throws Exception {
      HostTree tree = HostTree.at(Path.of(args[0]));
      PlacementActuator actuator = PlacementActuator.open(Path.of(args[1]), tree);
      PlacementPlan plan =
          PlacementPlanner.plan(
              NodeTopology.read(tree, List.of("enp65s0f0")),
              new PlacementRequest(new Split(0), Hook.INTERRUPT, 8, 0));
      System.out.println("applied " + actuator.apply(plan).size());
      Thread.sleep(60_000);
      actuator.close();
    }
  }
}
