// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.CpuTopology;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NicQueues.ReceiveQueue;
import dev.ringtail.agent.topology.NodeTopology;
import dev.ringtail.agent.topology.ReceiveSpread;
import java.util.List;
import java.util.Map;

/**
 * A node and a plan for it as JSON; what the kernel does not say is left out.
 *
 * @param online CPUs that run
 * @param present CPUs that are plugged in
 * @param isolated CPUs that the command line isolates
 * @param nohzFull CPUs without a timer
 * @param exclusive CPUs of the kubelet's containers alone
 * @param usable CPUs for threads of the agent
 * @param l3Known whether the kernel shows third-level caches
 * @param cpus online CPUs
 * @param interfaces interfaces, resolved to what receives
 * @param placement the plan
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TopologyReport(
    CpuSet online,
    CpuSet present,
    CpuSet isolated,
    CpuSet nohzFull,
    CpuSet exclusive,
    CpuSet usable,
    boolean l3Known,
    List<CpuTopology.Cpu> cpus,
    List<InterfaceLine> interfaces,
    PlacementReport placement) {

  /**
   * An interface.
   *
   * @param name its name
   * @param driver its driver, null for software interfaces
   * @param numaNode memory node, null when unknown
   * @param speedMbps link speed in megabit per second, null when unknown
   * @param mtu largest payload in bytes
   * @param napi how its polls are tuned
   * @param queues receive queues
   * @param spread how it spreads packets over them by their hash, null where it does not say
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record InterfaceLine(
      String name,
      String driver,
      Integer numaNode,
      Long speedMbps,
      long mtu,
      NicQueues.Napi napi,
      List<QueueLine> queues,
      ReceiveSpread spread) {}

  /**
   * A receive queue.
   *
   * @param index its number
   * @param interrupt its interrupt, null when it has none of its own
   * @param name the driver's name for the interrupt, null likewise
   * @param receivesOn CPUs that receive its packets now, empty when unknown
   * @param mayReceiveOn CPUs that may
   * @param steeredTo CPUs to which the stack steers its packets, null when unreadable
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record QueueLine(
      int index,
      Integer interrupt,
      String name,
      CpuSet receivesOn,
      CpuSet mayReceiveOn,
      CpuSet steeredTo) {}

  /**
   * Puts a node and a report together.
   *
   * @param spreads how interfaces spread packets, by name, as far as known
   */
  public static TopologyReport of(
      NodeTopology node, PlacementReport placement, Map<String, ReceiveSpread> spreads) {
    CpuTopology cpus = node.cpus();
    return new TopologyReport(
        cpus.online(),
        cpus.present(),
        cpus.isolated(),
        cpus.nohzFull(),
        node.kubelet().exclusive(),
        node.usable(),
        cpus.l3Known(),
        List.copyOf(cpus.cpus().values()),
        node.nics().stream().map(nic -> line(nic, spreads.get(nic.name()))).toList(),
        placement);
  }

  private static InterfaceLine line(NicQueues nic, ReceiveSpread spread) {
    return new InterfaceLine(
        nic.name(),
        nic.hasDevice() ? nic.driver() : null,
        nic.numaNode() < 0 ? null : nic.numaNode(),
        nic.speedMbps() <= 0 ? null : nic.speedMbps(),
        nic.mtu(),
        nic.napi(),
        nic.receive().stream().map(TopologyReport::line).toList(),
        spread == null || spread.isUnknown() ? null : spread);
  }

  private static QueueLine line(ReceiveQueue queue) {
    return new QueueLine(
        queue.index(),
        queue.interrupt().map(Interrupt::number).orElse(null),
        queue.interrupt().map(Interrupt::name).orElse(null),
        queue.receivesOn(),
        queue.mayReceiveOn(),
        queue.rps().orElse(null));
  }
}
