// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeTopologyIT {
  @TempDir private Path folder;

  private NodeTopology read(String machine) {
    return NodeTopology.read(MachineTree.unfold(machine, folder), List.of());
  }

  @Test
  void shouldKeepToAffinityAndControlGroupInAPod() {
    NodeTopology node = read("container-bnxt");
    assertThat(node.allowed().cpuset()).contains(CpuSet.parse("0-3,12-13"));
    assertThat(node.usable()).hasToString("0-3,12-13");
  }

  @Test
  void shouldKnowTheKubeletsExclusiveCpusInEveryVersionOfItsFile() {
    NodeTopology node = read("container-bnxt");
    assertThat(node.kubelet().exclusive()).hasToString("4-11");
    assertThat(node.kubelet().note()).isEmpty();
    assertThat(node.housekeeping()).hasToString("0-3,12-13");
  }

  @Test
  void shouldFindTheGroupBelowTheMountOfAContainerUnderVersionOne() {
    NodeTopology node = read("cgroup-v1");
    assertThat(node.allowed().cpuset()).contains(CpuSet.parse("2-5"));
    assertThat(node.usable()).hasToString("2-5");
  }

  @Test
  void shouldClimbToTheNearestGroupThatHasACpusetUnderVersionTwo() {
    NodeTopology node = read("cgroup-v2-host");
    assertThat(node.allowed().cpuset()).contains(CpuSet.parse("0-3"));
    assertThat(node.allowed().affinity()).hasToString("0-7");
    assertThat(node.usable()).hasToString("0-3");
  }

  @Test
  void shouldTakeTheAffinityWhereThereIsNoControlGroup() {
    NodeTopology node = read("smt-off-i40e");
    assertThat(node.allowed()).isEqualTo(new AllowedCpus(CpuSet.parse("0-7"), Optional.empty()));
    assertThat(node.allowed().reachable(node.cpus().online())).hasToString("0-7");
  }

  @Test
  void shouldTakeExclusiveCpusForItsOwnWhenItMayUseNoOthers() throws IOException {
    MachineTree.unfold("one-socket-ixgbe", folder);
    put("proc/self/status", "Cpus_allowed_list:\t2-3\n");
    put(
        "var/lib/kubelet/cpu_manager_state",
        "{\"policyName\":\"static\",\"entries\":{\"us\":{\"agent\":\"2-3\"}}}");
    assertThat(NodeTopology.read(HostTree.at(folder), List.of()).usable()).hasToString("2-3");
  }

  @Test
  void shouldSayWhyTheKubeletsFileCannotBeUsed() throws IOException {
    for (String broken : List.of("{\"entries\":{\"a\":{\"b\":\"x\"}}}", "{", "\u0000\u0001")) {
      put("var/lib/kubelet/cpu_manager_state", broken);
      KubeletCpus kubelet = KubeletCpus.read(HostTree.at(folder));
      assertThat(kubelet.exclusive()).isEqualTo(CpuSet.EMPTY);
      assertThat(kubelet.note().orElseThrow())
          .startsWith(
              "The kubelet's exclusive CPUs are unknown because /var/lib/kubelet/cpu_manager_state");
    }
    put("var/lib/kubelet/cpu_manager_state", "");
    assertThat(KubeletCpus.read(HostTree.at(folder)))
        .isEqualTo(new KubeletCpus(CpuSet.EMPTY, Optional.empty()));
    put(
        "var/lib/kubelet/cpu_manager_state",
        "{\"policyName\":\"none\",\"defaultCpuSet\":\"\",\"checksum\":1353318690}");
    assertThat(KubeletCpus.read(HostTree.at(folder)))
        .isEqualTo(new KubeletCpus(CpuSet.EMPTY, Optional.empty()));
  }

  private void put(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
