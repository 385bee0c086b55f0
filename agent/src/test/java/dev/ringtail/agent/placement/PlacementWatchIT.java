// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.placement.PlacementWatch.Finding;
import dev.ringtail.agent.placement.PlacementWatch.Seen;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.MachineTree;
import dev.ringtail.agent.topology.NodeTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementWatchIT {
  private static final List<String> INTERFACES = List.of("eth0");

  @TempDir private Path root;
  @TempDir private Path state;
  private HostTree tree;
  private NodeTopology node;
  private PlacementPlan plan;
  private PlacementWatch watch;

  @BeforeEach
  void watchAPlanThatIsApplied() throws Exception {
    tree = MachineTree.unfold("one-socket-ixgbe", root);
    node = NodeTopology.read(tree, INTERFACES);
    plan = PlacementPlanner.plan(node, new PlacementRequest(new Split(0), Hook.INTERRUPT, 4, 0));
    PlacementActuator actuator = PlacementActuator.open(state, tree);
    watch = new PlacementWatch(tree, INTERFACES, node, actuator.apply(plan));
  }

  private void put(String path, String text) throws IOException {
    Files.writeString(tree.path(path), text);
  }

  @Test
  void shouldBeSteadyWhileThePlanHolds() {
    assertThat(watch.look().finding()).isEqualTo(new Finding.Steady());
  }

  @Test
  void shouldFindInterruptsThatIrqbalanceMovedOnceAndFollow() throws IOException {
    Files.createDirectories(tree.path("/proc/77"));
    put("/proc/77/comm", "irqbalance\n");
    put("/proc/irq/41/smp_affinity_list", "6\n");
    put("/proc/irq/41/effective_affinity_list", "6\n");
    Seen seen = watch.look();
    assertThat(seen.finding())
        .isEqualTo(
            new Finding.Drifted(
                "irqbalance (process 77) moved interrupt 41 (eth0-TxRx-1) to CPUs 6."));
    PlacementPlan followed = PlacementPlanner.follow(seen.node(), plan);
    assertThat(followed.receiveCpus().contains(6)).isTrue();
    assertThat(followed.readerOfRing()).containsKey(6);
    assertThat(followed.ringCpus()).isEqualTo(seen.node().cpus().online());
    watch.replanned(seen.node(), List.of());
    assertThat(watch.look().finding()).isEqualTo(new Finding.Steady());
  }

  @Test
  void shouldFindInterruptsThatFireElsewhereWithinTheirCpusOnce() throws IOException {
    HostTree two = MachineTree.unfold("two-sockets-mlx5", root.resolve("two"));
    List<String> card = List.of("ens1f0np0");
    NodeTopology asItWas = NodeTopology.read(two, card);
    PlacementWatch observing = new PlacementWatch(two, card, asItWas, List.of());
    Files.writeString(two.path("/proc/irq/103/effective_affinity_list"), "17\n");
    Seen seen = observing.look();
    assertThat(seen.finding()).isEqualTo(new Finding.Drifted("Interrupts fire on CPUs 17 now."));
    observing.replanned(seen.node(), List.of());
    assertThat(observing.look().finding()).isEqualTo(new Finding.Steady());
  }

  @Test
  void shouldFindChangedSteering() throws IOException {
    put("/sys/class/net/eth0/queues/rx-2/rps_cpus", "0f\n");
    assertThat(watch.look().finding())
        .isEqualTo(
            new Finding.Drifted("Somebody else moved steering of eth0 queue 2 to CPUs 0-3."));
  }

  @Test
  void shouldFindQueuesThatAreNew() throws IOException {
    Files.delete(tree.path("/sys/class/net/eth0/queues/rx-7/rps_cpus"));
    Files.delete(tree.path("/sys/class/net/eth0/queues/rx-7"));
    assertThat(watch.look().finding()).isInstanceOf(Finding.Outdated.class);
  }

  @Test
  void shouldFindCpusThatWentOffline() throws IOException {
    put("/sys/devices/system/cpu/online", "0-2,4-7\n");
    Seen seen = watch.look();
    assertThat(seen.finding())
        .isEqualTo(new Finding.Outdated("Online CPUs changed from 0-7 to 0-2,4-7."));
    PlacementPlan again =
        PlacementPlanner.plan(seen.node(), plan.request().withReaders(plan.readers().size()));
    assertThat(again.receiveCpus().union(again.pinnedReaderCpus()).contains(3)).isFalse();
  }

  @Test
  void shouldWaitForACpuThatIsOnItsWayUp() throws IOException {
    String folder = "/sys/devices/system/cpu/cpu3/hotplug";
    String booted = "/sys/devices/system/cpu/cpu0/hotplug";
    Files.createDirectories(tree.path(folder));
    Files.createDirectories(tree.path(booted));
    put(booted + "/state", "236\n");
    put(booted + "/target", "0\n"); // as before Linux 6.2
    put("/sys/devices/system/cpu/online", "0-2,4-7\n");
    watch.replanned(watch.look().node(), List.of());
    put("/sys/devices/system/cpu/online", "0-7\n");
    put(folder + "/target", "236\n");
    put(folder + "/state", "180\n");
    put("/proc/irq/41/smp_affinity_list", "2-3\n"); // as virtio does at such moments
    assertThat(watch.look().finding()).isEqualTo(new Finding.Steady());
    put(folder + "/state", "236\n");
    Seen seen = watch.look();
    assertThat(seen.finding())
        .isEqualTo(new Finding.Outdated("Online CPUs changed from 0-2,4-7 to 0-7."));
    assertThat(seen.node().cpus().online().contains(3)).isTrue();
  }

  @Test
  void shouldFindACpusetThatShrank() throws IOException {
    put("/proc/self/status", "Cpus_allowed_list:\t0-3\n");
    assertThat(watch.look().finding())
        .isEqualTo(new Finding.Outdated("CPUs that readers may use changed from 0-7 to 0-3."));
  }
}
