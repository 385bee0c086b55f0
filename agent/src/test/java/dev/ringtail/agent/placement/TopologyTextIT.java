// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.MachineTree;
import dev.ringtail.agent.topology.NodeTopology;
import dev.ringtail.agent.topology.ReceiveSpread;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyTextIT {
  @TempDir private Path root;

  private NodeTopology node(String machine, String nic) {
    return NodeTopology.read(MachineTree.unfold(machine, root), List.of(nic));
  }

  @Test
  void shouldDrawWhichCpuReceivesWhichQueueAndWhichReads() {
    NodeTopology node = node("container-bnxt", "eth0");
    PlacementPlan plan =
        PlacementPlanner.plan(node, new PlacementRequest(new Split(0), Hook.INTERRUPT, 4, 0));
    Map<String, ReceiveSpread> spreads =
        Map.of("eth0", ReceiveSpread.of(List.of(0, 1, 0, 3, 0, 1, 0, 3)));
    assertThat(TopologyText.draw(node, plan, spreads))
        .isEqualTo(
            """
            eth0: bnxt_en, 4 receive queues, memory node 0, MTU 1500
              queue 0: interrupt 90 eth0-rx-0, CPU 0 of 0
              queue 1: interrupt 91 eth0-rx-1, CPU 1 of 1
              queue 2: interrupt 92 eth0-rx-2, CPU 2 of 2
              queue 3: interrupt 93 eth0-rx-3, CPU 3 of 3
              spread by hash: queue 0 4 of 8, queue 1 2 of 8, queue 3 2 of 8
            socket 0
              L3 0-15, memory node 0
                core 0: 0 receives eth0 queues 1,3 | 1 serves
                core 2: 2 receives eth0 queues 0,2 | 3 serves
                core 4: 4 reserved | 5 reserved
                core 6: 6 reserved | 7 reserved
                core 8: 8 reserved | 9 reserved
                core 10: 10 reserved | 11 reserved
                core 12: 12 reads | 13 reads
                core 14: 14 reserved | 15 reserved
            online 0-15, usable 0-3,12-13, isolated 14-15, without timer 14-15, the kubelet's exclusive 4-11
            - CPU 2 receives and CPU 12 reads, which shares its third-level cache.
            - CPU 0 receives and CPU 13 reads, which shares its third-level cache.
            """);
  }

  @Test
  void shouldDrawEveryMachine() {
    for (String[] machine :
        new String[][] {
          {"arm64-ena", "ens5"},
          {"gaps", "eth0"},
          {"small-vm-virtio", "veth1"},
          {"hyperv-vm", "eth2"},
          {"thousand", "eth0"}
        }) {
      NodeTopology node =
          NodeTopology.read(
              MachineTree.unfold(machine[0], root.resolve(machine[0])), List.of(machine[1]));
      PlacementPlan plan = PlacementPlanner.plan(node, PlacementRequest.observe(Hook.INTERRUPT));
      assertThat(TopologyText.draw(node, plan, Map.of())).contains("socket 0", machine[1] + ": ");
    }
  }

  @Test
  void shouldSayTheSameAsJson() {
    NodeTopology node = node("amd-ice", "enp65s0f0");
    PlacementPlan plan = PlacementPlanner.plan(node, PlacementRequest.observe(Hook.INTERRUPT));
    PlacementReport placement = PlacementReport.of(plan, List.of(), List.of(), Map.of());
    Map<String, ReceiveSpread> spreads = Map.of("enp65s0f0", ReceiveSpread.of(List.of(0, 1, 1)));
    JsonNode json = new ObjectMapper().valueToTree(TopologyReport.of(node, placement, spreads));
    assertThat(json.at("/interfaces/0/spread/entriesOfQueue").toString())
        .isEqualTo("{\"0\":1,\"1\":2}");
    assertThat(json.at("/online").textValue()).isEqualTo("0-31");
    assertThat(json.at("/cpus/9/l3").textValue()).isEqualTo("8-11,24-27");
    assertThat(json.at("/interfaces/0/queues/3/name").textValue())
        .isEqualTo("ice-enp65s0f0-TxRx-3");
    assertThat(json.at("/interfaces/0/queues/0/steeredTo").textValue()).isEqualTo("8-11,24-27");
    assertThat(json.at("/placement/applies").textValue()).isEqualTo("Observe");
    assertThat(json.at("/placement/readers/0/cpus").isTextual()).isTrue();
    assertThat(json.at("/placement/cpus/0/role").isTextual()).isTrue();
  }
}
