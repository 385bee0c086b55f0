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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NicQueuesIT {
  @TempDir private Path folder;

  private NicQueues read(String machine, String name) {
    return NicQueues.read(MachineTree.unfold(machine, folder), name).orElseThrow();
  }

  private static List<Integer> interrupts(NicQueues nic) {
    return nic.receive().stream()
        .map(q -> q.interrupt().map(Interrupt::number).orElse(-1))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "one-socket-ixgbe, eth0, ixgbe, 8, 40, 47, -1",
    "two-sockets-mlx5, ens1f0np0, mlx5_core, 16, 101, 116, 1",
    "two-sockets-mlx5, ens1f1np1, mlx5_core, 16, 121, 136, 1",
    "smt-off-i40e, eno1, i40e, 8, 61, 68, 0",
    "amd-ice, enp65s0f0, ice, 32, 201, 232, 2",
    "arm64-ena, ens5, ena, 8, 28, 35, 0",
    "container-bnxt, eth0, bnxt_en, 4, 90, 93, 0",
    "small-vm-virtio, eth0, virtio_net, 1, 38, 38, 0",
    "gve-vm, ens4, gvnic, 2, 52, 53, -1",
    "hyperv-vm, enP1s1, mlx5_core, 2, 61, 62, -1",
    "thousand, eth0, '', 64, 1000, 1063, 7",
  })
  void shouldFindEachQueuesInterrupt(
      String machine, String name, String driver, int queues, int first, int last, int numaNode) {
    NicQueues nic = read(machine, name);
    assertThat(nic.driver()).isEqualTo(driver);
    assertThat(nic.numaNode()).isEqualTo(numaNode);
    assertThat(interrupts(nic))
        .hasSize(queues)
        .startsWith(first)
        .endsWith(last)
        .doesNotHaveDuplicates()
        .isSorted();
  }

  @Test
  void shouldKnowWhereQueuesReceiveAndWhereTheyMay() {
    NicQueues nic = read("one-socket-ixgbe", "eth0");
    assertThat(nic.receive().get(3).receivesOn()).hasToString("3");
    assertThat(nic.receive().get(3).mayReceiveOn()).hasToString("0-7");
    assertThat(nic.receivesOn()).hasToString("0-7");
    assertThat(nic.speedMbps()).isEqualTo(10_000);
    assertThat(nic.mtu()).isEqualTo(1500);
    assertThat(nic.napi()).isEqualTo(new NicQueues.Napi(0, 0, false));
    assertThat(nic.transmit()).hasSize(8);
  }

  @Test
  void shouldExpectAnInterruptWhereItWasMovedBeforeItHasFiredThere() throws IOException {
    HostTree tree = MachineTree.unfold("small-vm-virtio", folder);
    Files.writeString(tree.path("/proc/irq/38/smp_affinity_list"), "0\n");
    NicQueues.ReceiveQueue queue = NicQueues.read(tree, "eth0").orElseThrow().receive().getFirst();
    assertThat(queue.receivesOn()).hasToString("0");
    assertThat(queue.mayReceiveOn()).hasToString("0-1");
  }

  @Test
  void shouldReadSteering() {
    NicQueues nic = read("amd-ice", "enp65s0f0");
    assertThat(nic.receive().getFirst().rps()).contains(CpuSet.parse("8-11,24-27"));
    assertThat(nic.steeredTo()).hasToString("8-11,24-27");
  }

  @Test
  void shouldLeaveOutAnUnknownSpeed() {
    assertThat(read("arm64-ena", "ens5").speedMbps()).isEqualTo(-1);
  }

  @Test
  void shouldTakeVmbusChannelsWhereThereAreNoInterrupts() {
    NicQueues nic = read("hyperv-vm", "eth2");
    assertThat(interrupts(nic)).containsExactly(-1, -1);
    assertThat(nic.receive().get(1).receivesOn()).hasToString("1");
  }

  @Test
  void shouldResolveBondsVlansAndVirtualFunctionsToWhatLiesBelow() {
    HostTree two = MachineTree.unfold("two-sockets-mlx5", folder.resolve("two"));
    assertThat(NicQueues.resolve(two, List.of("bond0.100", "ens1f0np0")))
        .map(NicQueues::name)
        .containsExactly("ens1f0np0", "ens1f1np1");
    HostTree azure = MachineTree.unfold("hyperv-vm", folder.resolve("azure"));
    assertThat(NicQueues.resolve(azure, List.of("eth1", "eth2")))
        .map(NicQueues::name)
        .containsExactly("enP1s1", "eth2");
  }

  @Test
  void shouldTakeSoftwareInterfacesAsTheyAre() {
    NicQueues veth = read("small-vm-virtio", "veth1");
    assertThat(veth.hasDevice()).isFalse();
    assertThat(veth.driver()).isEmpty();
    assertThat(veth.receive()).hasSize(2);
    assertThat(veth.receivesOn()).isEqualTo(CpuSet.EMPTY);
  }

  @Test
  void shouldEndInACircleOfLowerInterfaces() throws IOException {
    for (String name : List.of("a", "b")) {
      Files.createDirectories(folder.resolve("sys/class/net/" + name + "/queues/rx-0"));
    }
    Files.createDirectory(folder.resolve("sys/class/net/a/lower_b"));
    Files.createDirectory(folder.resolve("sys/class/net/b/lower_a"));
    assertThat(NicQueues.resolve(HostTree.at(folder), List.of("a"))).isEmpty();
  }

  @Test
  void shouldFindNoInterfaceBehindAHostileName() {
    HostTree tree = MachineTree.unfold("small-vm-virtio", folder);
    for (String name : List.of("", ".", "..", "../net/eth0", "eth9", "lo/../eth0")) {
      assertThat(NicQueues.read(tree, name)).as(name).isEmpty();
    }
  }

  @Test
  void shouldKeepInterruptsWhoseAffinityCannotBeRead() {
    NicQueues nic = read("gaps", "eth0");
    Interrupt first = nic.receive().get(0).interrupt().orElseThrow();
    assertThat(first.affinity()).isEmpty();
    assertThat(first.firesOn()).isEqualTo(CpuSet.EMPTY);
    assertThat(nic.receive().get(0).rps()).isEmpty();
    assertThat(nic.receive().get(1).rps()).contains(CpuSet.EMPTY);
    assertThat(nic.receive().get(1).interrupt().orElseThrow().affinity()).contains(CpuSet.EMPTY);
  }

  @Test
  void shouldShareInterruptsInTurnWhereThereAreFewerThanQueues() throws IOException {
    HostTree tree = MachineTree.unfold("small-vm-virtio", folder);
    Files.createDirectory(folder.resolve("sys/class/net/eth0/queues/rx-1"));
    assertThat(interrupts(NicQueues.read(tree, "eth0").orElseThrow())).containsExactly(38, 38);
  }

  @Test
  void shouldFindAnInterruptAgainByItsName() {
    HostTree tree = MachineTree.unfold("small-vm-virtio", folder);
    assertThat(Interrupt.named(tree, "virtio2-input.0").map(Interrupt::number)).contains(38);
    assertThat(Interrupt.named(tree, "virtio2-input.1")).isEmpty();
    assertThat(Interrupt.read(tree, 4711)).isEqualTo(Optional.empty());
  }
}
