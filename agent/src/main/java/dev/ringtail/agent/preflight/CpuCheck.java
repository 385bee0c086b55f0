// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.NodeTopology;

/** A node's CPUs in one line. */
final class CpuCheck {
  private static final String NAME = "cpus";

  private CpuCheck() {}

  static Check of(NodeTopology node) {
    CpuSet online = node.cpus().online();
    long memoryNodes =
        node.cpus().cpus().values().stream().map(cpu -> cpu.numaNode()).distinct().count();
    String finding =
        "%d online, %d cores, %s, %s; usable for readers: %s"
            .formatted(
                online.size(),
                node.cpus().cores().size(),
                counted(node.cpus().l3Groups().size(), "L3 group"),
                counted(memoryNodes, "memory node"),
                node.usable());
    return online.size() > 1
        ? Check.ok(Check.NODE, NAME, finding)
        : Check.limited(
            Check.NODE,
            NAME,
            finding,
            "readers share the CPU that receives: expect drops at high rates, or take a node with"
                + " two CPUs");
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
