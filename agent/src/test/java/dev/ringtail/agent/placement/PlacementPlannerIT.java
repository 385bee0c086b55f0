// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.agent.placement.CpuRole.Role;
import dev.ringtail.agent.placement.PlacementPlan.Reader;
import dev.ringtail.agent.placement.PlacementPolicy.Lists;
import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.placement.PlacementPolicy.Same;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.MachineTree;
import dev.ringtail.agent.topology.NodeTopology;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans for the captured machines. */
class PlacementPlannerIT {
  @TempDir private Path folder;

  private NodeTopology node(String machine, String... interfaces) {
    return NodeTopology.read(MachineTree.unfold(machine, folder), List.of(interfaces));
  }

  private static PlacementRequest split(int maxCpus) {
    return new PlacementRequest(new Split(0), Hook.INTERRUPT, maxCpus, 0);
  }

  private static String targets(PlacementPlan plan) {
    return String.join(" ", plan.moves().stream().map(move -> move.to().toString()).toList());
  }

  @Test
  void shouldObserveOffTheReceiveCpuOfASmallMachine() {
    PlacementPlan plan =
        PlacementPlanner.plan(
            node("small-vm-virtio", "eth0"), PlacementRequest.observe(Hook.INTERRUPT));
    assertThat(plan.receiveCpus()).hasToString("1");
    assertThat(plan.ringCpus()).hasToString("0-1");
    assertThat(plan.readers()).containsExactly(new Reader(0, CpuSet.of(0), false));
    assertThat(plan.changesNode()).isFalse();
    assertThat(plan.serviceCpus()).hasToString("0");
    assertThat(plan.reasons())
        .contains(
            "Readers keep off CPUs 1, which receive, and off the other threads of their cores.");
  }

  @Test
  void shouldGiveEveryCpuARingOnSoftwareInterfaces() {
    PlacementPlan plan =
        PlacementPlanner.plan(
            node("small-vm-virtio", "veth1"), PlacementRequest.observe(Hook.STACK));
    assertThat(plan.ringCpus()).hasToString("0-1");
    assertThat(plan.receiveCpus().isEmpty()).isTrue();
    assertThat(plan.readers()).hasSize(1);
    assertThat(plan.readerOfRing()).containsOnlyKeys(0, 1).containsValue(0);
    PlacementPlan two =
        PlacementPlanner.plan(
            node("small-vm-virtio", "veth1"), PlacementRequest.observe(Hook.STACK).withReaders(2));
    assertThat(two.readerOfRing()).containsEntry(0, 0).containsEntry(1, 1);
  }

  @Test
  void shouldObserveOnTheMemoryNodeOfTheReceiveCpus() {
    PlacementPlan plan =
        PlacementPlanner.plan(
            node("two-sockets-mlx5", "bond0.100"), PlacementRequest.observe(Hook.INTERRUPT));
    assertThat(plan.receiveCpus()).hasToString("1,3");
    assertThat(plan.readers())
        .containsExactly(new Reader(0, CpuSet.parse("5,7,9,11,13,15,21,23,25,27,29,31"), false));
  }

  @Test
  void shouldPinReadersToReceiveCpusUnderSame() {
    PlacementPlan plan =
        PlacementPlanner.plan(
            node("arm64-ena", "ens5"),
            PlacementRequest.observe(Hook.INTERRUPT).withPolicy(new Same()));
    assertThat(plan.pinnedReaderCpus()).hasToString("1-8");
    plan.receiveCpus()
        .forEach(
            cpu ->
                assertThat(plan.readers().get(plan.readerOfRing().get(cpu)).cpus())
                    .hasToString("" + cpu));
    assertThat(plan.roles().get(1).role()).isEqualTo(Role.RECEIVES_AND_READS);
    assertThat(plan.readers()).noneMatch(Reader::alone);
  }

  @Test
  void shouldSplitWithinTheCardsNodeOnWholeCores() {
    PlacementPlan plan = PlacementPlanner.plan(node("two-sockets-mlx5", "ens1f0np0"), split(0));
    assertThat(plan.receiveCpus()).hasToString("1,5,9,13");
    assertThat(plan.pinnedReaderCpus()).hasToString("3,7,11,15");
    assertThat(plan.readers()).allMatch(Reader::alone);
    assertThat(targets(plan)).isEqualTo("1 5 9 13 1 5 9 13 1 5 9 13 1 5 9 13");
    assertThat(plan.reasons())
        .contains("CPU 1 receives and CPU 3 reads, which shares its third-level cache.");
    assertThat(plan.serviceCpus().intersects(plan.receiveCpus().union(plan.pinnedReaderCpus())))
        .isFalse();
  }

  @Test
  void shouldStayBehindOneCacheAndSwitchSteeringOffTheReaders() {
    PlacementPlan plan = PlacementPlanner.plan(node("amd-ice", "enp65s0f0"), split(8));
    // Two whole-core pairs of node 2's cache, then its second threads, before any other cache.
    assertThat(plan.receiveCpus()).hasToString("8,10,24,26");
    assertThat(plan.pinnedReaderCpus()).hasToString("9,11,25,27");
    assertThat(plan.steering())
        .containsExactly(
            new PlacementPlan.SteeringChange("enp65s0f0", 0, CpuSet.parse("8,10,24,26")));
  }

  @Test
  void shouldSwitchSteeringOffWhereTheCaptureRunsInTheStack() {
    PlacementPlan plan =
        PlacementPlanner.plan(
            node("amd-ice", "enp65s0f0"), new PlacementRequest(new Split(2), Hook.STACK, 0, 0));
    assertThat(plan.steering())
        .containsExactly(new PlacementPlan.SteeringChange("enp65s0f0", 0, CpuSet.EMPTY));
    assertThat(plan.ringCpus()).hasToString("0-31");
  }

  @Test
  void shouldShrinkToTheControlGroupAndSaySo() {
    PlacementPlan plan = PlacementPlanner.plan(node("cgroup-v2-host", "eth0"), split(16));
    assertThat(plan.pinnedReaderCpus().size()).isLessThan(8);
    assertThat(CpuSet.parse("0-3").containsAll(plan.pinnedReaderCpus())).isTrue();
    assertThat(plan.reasons())
        .anyMatch(reason -> reason.endsWith("because readers may use only CPUs 0-3."));
  }

  @Test
  void shouldNeverTouchExclusiveOrIsolatedCpus() {
    NodeTopology node = node("container-bnxt", "eth0");
    PlacementPlan plan = PlacementPlanner.plan(node, split(16));
    CpuSet used = plan.receiveCpus().union(plan.pinnedReaderCpus());
    assertThat(CpuSet.parse("0-3,12-13").containsAll(used)).isTrue();
    assertThat(plan.roles().get(7))
        .isEqualTo(new CpuRole(7, Role.RESERVED, "the kubelet gave it to one container alone"));
    assertThat(plan.roles().get(15))
        .isEqualTo(new CpuRole(15, Role.RESERVED, "the kernel's command line isolates it"));
  }

  @Test
  void shouldTakeListsAsTheyAreWithinWhatIsPossible() {
    NodeTopology node = node("container-bnxt", "eth0");
    PlacementRequest request =
        new PlacementRequest(
            new Lists(CpuSet.parse("2,4,40"), CpuSet.parse("12,14")), Hook.INTERRUPT, 0, 0);
    PlacementPlan plan = PlacementPlanner.plan(node, request);
    assertThat(plan.receiveCpus()).hasToString("2");
    assertThat(plan.pinnedReaderCpus()).hasToString("12");
    assertThat(plan.reasons())
        .contains(
            "CPUs 4,40 of receiveCpus are left out: they are offline, a container's own or outside this process's control"
                + " group.");
    PlacementPlan nothing =
        PlacementPlanner.plan(
            node, request.withPolicy(new Lists(CpuSet.parse("5"), CpuSet.parse("12"))));
    assertThat(nothing.applies()).isEqualTo(new Observe());
    assertThatThrownBy(() -> new Lists(CpuSet.EMPTY, CpuSet.of(1)))
        .hasMessageContaining("receiveCpus and readerCpus");
  }

  @Test
  void shouldSayWhyNothingIsSplit() {
    assertThat(PlacementPlanner.plan(node("hyperv-vm", "eth2"), split(0)).reasons())
        .contains(
            "No receive queue has an interrupt of its own that could be moved, so nothing is split.");
    assertThat(PlacementPlanner.plan(node("one-socket-ixgbe", "eth0"), split(1)).reasons())
        .contains("Splitting takes two CPUs and maxCpus is 1, so nothing is split.");
  }

  @Test
  void shouldSplitASmallMachine() {
    PlacementPlan plan = PlacementPlanner.plan(node("small-vm-virtio", "eth0"), split(0));
    assertThat(plan.applies()).isEqualTo(new Split(0));
    assertThat(plan.receiveCpus()).hasToString("1");
    assertThat(plan.pinnedReaderCpus()).hasToString("0");
    assertThat(plan.ringCpus()).hasToString("0-1");
  }

  @Test
  void shouldPlanForAThousandCpus() {
    NodeTopology node = node("thousand", "eth0");
    PlacementPlan plan = PlacementPlanner.plan(node, split(0));
    assertThat(plan.receiveCpus().size()).isEqualTo(32);
    assertThat(
            node.cpus()
                .cpusOfNode(7)
                .containsAll(plan.receiveCpus().union(plan.pinnedReaderCpus())))
        .isTrue();
    assertThat(plan.ringCpus().size()).isEqualTo(1024);
  }

  @Test
  void shouldFollowInterruptsThatSomebodyElseMoved() {
    NodeTopology before = node("one-socket-ixgbe", "eth0");
    PlacementPlan plan = PlacementPlanner.plan(before, split(4));
    assertThat(plan.receiveCpus()).hasToString("1,3");
    // The tree still shows every queue on another CPU, as after ethtool -L.
    PlacementPlan followed = PlacementPlanner.follow(before, plan);
    assertThat(followed.receiveCpus()).hasToString("0-7");
    assertThat(followed.readers()).hasSize(2);
    assertThat(followed.changesNode()).isFalse();
  }

  @Test
  void shouldOfferAutoObserveAndSplitsOfGrowingWidth() {
    assertThat(
            PlacementPlanner.autoCandidates(
                node("two-sockets-mlx5", "ens1f0np0"), PlacementRequest.observe(Hook.INTERRUPT)))
        .map(plan -> plan.applies() + " " + plan.receiveCpus().size())
        .containsExactly(
            "Observe 1", "Split of width 1 1", "Split of width 2 2", "Split of width 4 4");
    assertThat(
            PlacementPlanner.autoCandidates(
                node("small-vm-virtio", "veth1"), PlacementRequest.observe(Hook.STACK)))
        .map(PlacementPlan::applies)
        .containsExactly(new Observe());
  }
}
