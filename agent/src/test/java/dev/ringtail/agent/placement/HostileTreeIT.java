// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.placement.PlacementPolicy.Same;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.HostTreeException;
import dev.ringtail.agent.topology.MachineTree;
import dev.ringtail.agent.topology.NodeTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of a node that do not say what they should: a plan comes of it, or a sentence. */
class HostileTreeIT {
  private static final String ONLINE = "/sys/devices/system/cpu/online";
  private static final List<PlacementPolicy> POLICIES =
      List.of(new Observe(), new Same(), new Split(0), new Split(4));

  @TempDir private Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void plan(HostTree tree, String nic) {
    NodeTopology node = NodeTopology.read(tree, List.of(nic));
    for (PlacementPolicy policy : POLICIES) {
      PlacementPlan plan =
          PlacementPlanner.plan(node, new PlacementRequest(policy, Hook.INTERRUPT, 8, 0));
      assertThat(plan.readers()).isNotEmpty();
      assertThat(plan.ringCpus().containsAll(plan.receiveCpus())).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "one-socket-ixgbe, eth0",
    "two-sockets-mlx5, ens1f0np0",
    "smt-off-i40e, eno1",
    "amd-ice, enp65s0f0",
    "arm64-ena, ens5",
    "container-bnxt, eth0",
    "small-vm-virtio, eth0",
    "gve-vm, ens4",
    "hyperv-vm, eth2",
    "gaps, eth0",
  })
  void shouldPlanWhereNoFileSaysMoreThanWhichCpusAreOnline(String machine, String nic)
      throws IOException {
    HostTree tree = MachineTree.unfold(machine, folder);
    String online = tree.text(ONLINE).orElseThrow();
    for (Path file : files()) {
      Files.writeString(file, "");
    }
    Files.writeString(tree.path(ONLINE), online);
    plan(tree, nic);
  }

  @Test
  void shouldAnswerWithAPlanOrASentenceWhateverOneFileSays() throws IOException {
    HostTree tree = MachineTree.unfold("small-vm-virtio", folder);
    List<String> texts =
        List.of("", "-1", "0-", "9999999999999999999", "\u0000\u0001", "1,0-1", "ffffffff,0", "x");
    for (Path file : files()) {
      String was = Files.readString(file);
      for (String text : texts) {
        Files.writeString(file, text);
        planOrSentence(tree, file);
      }
      Files.delete(file);
      planOrSentence(tree, file);
      Files.createDirectory(file); // unreadable, also for root
      planOrSentence(tree, file);
      Files.delete(file);
      Files.writeString(file, was);
    }
  }

  private static void planOrSentence(HostTree tree, Path file) {
    try {
      plan(tree, "eth0");
    } catch (HostTreeException e) {
      assertThat(e.getMessage()).contains("/" + file.getFileName() + " is ").endsWith(".");
    }
  }
}
