// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.CpuTopology;
import dev.ringtail.agent.topology.CpuTopology.Cpu;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NicQueues.ReceiveQueue;
import dev.ringtail.agent.topology.NodeTopology;
import dev.ringtail.agent.topology.ReceiveSpread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Draws a node: interfaces with their queues, then sockets, memory nodes, caches and cores, a line
 * per core with what each of its CPUs does under a plan.
 */
public final class TopologyText {
  private final NodeTopology node;
  private final CpuTopology cpus;
  private final Map<Integer, CpuRole> roles;
  private final Map<String, ReceiveSpread> spreads;
  private final StringBuilder out = new StringBuilder();

  private TopologyText(NodeTopology node, PlacementPlan plan, Map<String, ReceiveSpread> spreads) {
    this.node = node;
    this.spreads = spreads;
    this.cpus = node.cpus();
    this.roles = plan.roles().stream().collect(Collectors.toMap(CpuRole::cpu, role -> role));
  }

  /**
   * The drawing, its lines ended by '\n'.
   *
   * @param spreads how interfaces spread packets, by name, as far as known
   */
  public static String draw(
      NodeTopology node, PlacementPlan plan, Map<String, ReceiveSpread> spreads) {
    TopologyText text = new TopologyText(node, plan, spreads);
    node.nics().forEach(text::interfaceLines);
    text.sockets();
    text.line("online %s, usable %s%s", text.cpus.online(), node.usable(), text.setApart());
    plan.reasons().forEach(reason -> text.line("- %s", reason));
    return text.out.toString();
  }

  private void interfaceLines(NicQueues nic) {
    List<String> facts = new ArrayList<>();
    facts.add(
        nic.hasDevice()
            ? nic.driver().isEmpty() ? "unknown driver" : nic.driver()
            : "software interface");
    facts.add(nic.receive().size() + " receive queues");
    facts.add(nic.numaNode() < 0 ? "" : "memory node " + nic.numaNode());
    facts.add(nic.speedMbps() <= 0 ? "" : nic.speedMbps() + " Mbit/s");
    facts.add(nic.mtu() < 0 ? "" : "MTU " + nic.mtu());
    facts.add(nic.napi().threaded() ? "polled by threads" : "");
    facts.removeIf(String::isEmpty);
    line("%s: %s", nic.name(), String.join(", ", facts));
    for (ReceiveQueue queue : nic.receive()) {
      String interrupt =
          queue
              .interrupt()
              .map(i -> "interrupt %d %s".formatted(i.number(), i.name()))
              .orElse("no interrupt of its own");
      CpuSet steered = queue.rps().orElse(CpuSet.EMPTY);
      line(
          "  queue %d: %s, CPU %s of %s%s",
          queue.index(),
          interrupt,
          orUnknown(queue.receivesOn()),
          orUnknown(queue.mayReceiveOn()),
          steered.isEmpty() ? "" : ", steered to " + steered);
    }
    ReceiveSpread spread = spreads.getOrDefault(nic.name(), ReceiveSpread.UNKNOWN);
    if (!spread.isUnknown()) {
      line("  %s", spread);
    }
  }

  private static String orUnknown(CpuSet set) {
    return set.isEmpty() ? "unknown" : set.toString();
  }

  private void sockets() {
    SortedSet<Integer> sockets = new TreeSet<>();
    cpus.cpus().values().forEach(cpu -> sockets.add(cpu.socket()));
    for (int socket : sockets) {
      line("socket %d", socket);
      for (CpuSet cache : cpus.l3Groups()) {
        Cpu first = cpus.cpus().get(cache.first().orElseThrow());
        if (first.socket() == socket) {
          line(
              "  %s %s, memory node %d",
              cpus.l3Known() ? "L3" : "no L3 shown, CPUs", cache, first.numaNode());
          cpus.cores().stream()
              .filter(core -> cache.containsAll(core))
              .forEach(core -> coreLine(first(core), core));
        }
      }
    }
  }

  private Cpu first(CpuSet core) {
    return cpus.cpus().get(core.first().orElseThrow());
  }

  private void coreLine(Cpu first, CpuSet core) {
    line(
        "    core %d: %s",
        first.core(),
        core.stream().mapToObj(cpu -> cpu + " " + role(cpu)).collect(Collectors.joining(" | ")));
  }

  private String role(int cpu) {
    CpuRole role = roles.get(cpu);
    return switch (role.role()) {
      case RECEIVES -> role.why();
      case READS -> "reads";
      case RECEIVES_AND_READS -> role.why();
      case SERVES -> "serves";
      case RESERVED -> "reserved";
      case UNUSED -> "-";
    };
  }

  private String setApart() {
    StringBuilder apart = new StringBuilder();
    append(apart, "isolated", cpus.isolated());
    append(apart, "without timer", cpus.nohzFull());
    append(apart, "the kubelet's exclusive", node.kubelet().exclusive());
    append(apart, "offline", cpus.present().minus(cpus.online()));
    return apart.toString();
  }

  private static void append(StringBuilder apart, String name, CpuSet set) {
    apart.append(set.isEmpty() ? "" : ", " + name + " " + set);
  }

  private void line(String format, Object... values) {
    out.append(format.formatted(values)).append('\n');
  }
}
