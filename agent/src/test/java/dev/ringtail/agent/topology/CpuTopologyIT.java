// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTopologyIT {
  @TempDir private Path folder;

  private CpuTopology read(String machine) {
    return CpuTopology.read(MachineTree.unfold(machine, folder));
  }

  @Test
  void shouldSeeThreadsOfOneSocket() {
    CpuTopology cpus = read("one-socket-ixgbe");
    assertThat(cpus.cores()).map(CpuSet::toString).containsExactly("0,4", "1,5", "2,6", "3,7");
    assertThat(cpus.l3Groups()).map(CpuSet::toString).containsExactly("0-7");
    assertThat(cpus.siblings(6)).hasToString("2,6");
    assertThat(cpus.nohzFull()).isEqualTo(CpuSet.EMPTY);
    assertThat(cpus.l3Known()).isTrue();
    assertThat(cpus.distance(0, 4)).isZero();
    assertThat(cpus.distance(0, 1)).isOne();
  }

  @Test
  void shouldTellTwoSocketsApartWhoseCpusTakeTurns() {
    CpuTopology cpus = read("two-sockets-mlx5");
    assertThat(cpus.cores()).hasSize(16);
    assertThat(cpus.siblings(17)).hasToString("1,17");
    assertThat(cpus.numaNode(17)).isOne();
    assertThat(cpus.cpus().get(17).socket()).isOne();
    assertThat(cpus.cpusOfNode(1)).hasToString("1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31");
    assertThat(cpus.distance(1, 3)).isOne();
    assertThat(cpus.distance(1, 2)).isEqualTo(3);
  }

  @Test
  void shouldLeaveOutCpusThatSmtOffTookOffline() {
    CpuTopology cpus = read("smt-off-i40e");
    assertThat(cpus.present()).hasToString("0-15");
    assertThat(cpus.online()).hasToString("0-7");
    assertThat(cpus.cpus()).containsOnlyKeys(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(cpus.siblings(8)).hasToString("8");
    assertThat(cpus.numaNode(8)).isEqualTo(-1);
  }

  @Test
  void shouldSeeSeveralCachesOfOneSocket() {
    CpuTopology cpus = read("amd-ice");
    assertThat(cpus.l3Groups())
        .map(CpuSet::toString)
        .containsExactly("0-3,16-19", "4-7,20-23", "8-11,24-27", "12-15,28-31");
    assertThat(cpus.numaNode(24)).isEqualTo(2);
  }

  @Test
  void shouldTakeTheSocketWhereNoThirdLevelCacheIsShown() {
    CpuTopology cpus = read("arm64-ena");
    assertThat(cpus.l3Known()).isFalse();
    assertThat(cpus.l3Groups()).map(CpuSet::toString).containsExactly("0-15");
    assertThat(cpus.cpus().get(3).socket()).isZero();
    assertThat(cpus.cores()).hasSize(16);
  }

  @Test
  void shouldReadAThousandCpus() {
    CpuTopology cpus = read("thousand");
    assertThat(cpus.online().size()).isEqualTo(1024);
    assertThat(cpus.cores()).hasSize(512);
    assertThat(cpus.l3Groups()).hasSize(8);
    assertThat(cpus.numaNode(1023)).isEqualTo(7);
  }

  @Test
  void shouldAcceptGapsAndMissingFiles() {
    CpuTopology cpus = read("gaps");
    assertThat(cpus.cores()).map(CpuSet::toString).containsExactly("0,8", "2,10", "3,11");
    assertThat(cpus.l3(0)).hasToString("0,2-3,8,10-11");
    assertThat(cpus.isolated()).isEqualTo(CpuSet.EMPTY);
    assertThat(cpus.cpus().get(0).numaNode()).isZero();
  }

  @Test
  void shouldFallBackToTheShapeOfAFlatMachineWhenOnlyTheOnlineListIsThere() throws IOException {
    Files.createDirectories(folder.resolve("sys/devices/system/cpu"));
    Files.writeString(folder.resolve("sys/devices/system/cpu/online"), "0-3\n");
    CpuTopology cpus = CpuTopology.read(HostTree.at(folder));
    assertThat(cpus.possible()).hasToString("0-3");
    assertThat(cpus.cores()).hasSize(4);
    assertThat(cpus.l3Groups()).map(CpuSet::toString).containsExactly("0-3");
  }

  @Test
  void shouldSayWhatIsMissingOrWrong() throws IOException {
    HostTree tree = HostTree.at(folder);
    assertThatThrownBy(() -> CpuTopology.read(tree))
        .isInstanceOf(HostTreeException.class)
        .hasMessage(
            "File /sys/devices/system/cpu/online is missing or empty: mount /sys of the node.");
    Path online = folder.resolve("sys/devices/system/cpu/online");
    Files.createDirectories(online.getParent());
    Files.writeString(online, "");
    assertThatThrownBy(() -> CpuTopology.read(tree)).hasMessageContaining("missing or empty");
    Files.writeString(online, "zero");
    assertThatThrownBy(() -> CpuTopology.read(tree))
        .isInstanceOf(HostTreeException.class)
        .hasMessage(
            "File /sys/devices/system/cpu/online is not as the kernel writes it: CPU list \"zero\" is not valid: \"zero\""
                + " is neither a number nor a range such as 0-3.");
  }

  @Test
  void shouldReadTheMachineThatRunsThisTest() {
    CpuTopology cpus = CpuTopology.read(HostTree.ofNode());
    assertThat(cpus.online().size())
        .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(cpus.possible().containsAll(cpus.online())).isTrue();
    assertThat(cpus.cores().stream().mapToInt(CpuSet::size).sum()).isEqualTo(cpus.online().size());
    AllowedCpus allowed = AllowedCpus.read(HostTree.ofNode(), cpus.online());
    assertThat(allowed.affinity().isEmpty()).isFalse();
    assertThat(allowed.reachable(cpus.online()).containsAll(allowed.usable())).isTrue();
  }
}
