// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.kernel.Capabilities;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.HostTreeException;
import dev.ringtail.agent.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;

/** Looks at this host in the eyes of one capture. */
public final class Preflight {
  private Preflight() {}

  /** Takes some tens of milliseconds; nothing is left behind. */
  public static PreflightReport look(PreflightRequest request) {
    HostTree tree = HostTree.ofNode();
    List<Check> checks = new ArrayList<>();
    checks.add(KernelChecks.release(KernelRelease.running(), KernelRelease.isRealTime()));
    checks.add(KernelChecks.tcx(KernelRelease.running()));
    checks.add(KernelChecks.types(tree));
    checks.add(KernelChecks.rights(Capabilities.missing()));
    checks.addAll(LibraryChecks.all());
    cpus(tree, request, checks);
    checks.add(ClockCheck.now());
    checks.add(SpoolCheck.of(request.spool(), request.spoolBytes()));
    for (CapturedInterface one : request.interfaces()) {
      checks.addAll(InterfaceChecks.of(tree, one));
    }
    return new PreflightReport(checks, request.allNeeded());
  }

  /** What depends on how many CPUs there are: placement, memory and whether programs load. */
  private static void cpus(HostTree tree, PreflightRequest request, List<Check> checks) {
    try {
      NodeTopology node =
          NodeTopology.read(
              tree, request.interfaces().stream().map(CapturedInterface::name).toList());
      CpuSet online = node.cpus().online();
      int possible = node.cpus().possible().stream().max().orElse(0) + 1;
      checks.add(CpuCheck.of(node));
      checks.add(
          MemoryCheck.of(
              MemoryLimit.read(tree), request.memoryBytes(), online.size(), request.snapLength()));
      checks.add(ProgramCheck.load(online.toList(), possible));
    } catch (HostTreeException e) {
      checks.add(Check.failed(Check.NODE, "cpus", e.getMessage(), "mount /sys and /proc"));
    }
  }
}
