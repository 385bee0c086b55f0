// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.ring.RingGeometry;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.bpf.Abi;
import java.util.List;
import java.util.Optional;

/** Whether this kernel's verifier takes the programs: asked by loading them. */
final class ProgramCheck {
  private static final String NAME = "programs";

  private ProgramCheck() {}

  /**
   * Loads the programs with one smallest ring and lets them go; nothing is attached.
   *
   * @param possibleCpus highest CPU number of the machine plus one
   */
  static Check load(List<Integer> online, int possibleCpus) {
    RingGeometry smallest = RingGeometry.of(Abi.RING_BYTES_MIN, 1);
    try (RingMemory ring = new RingMemory(smallest, online.subList(0, 1), possibleCpus);
        InterfaceCapture xdp =
            InterfaceCapture.load(
                0, ring, possibleCpus, InterfaceCapture.PASS, true, Optional.empty());
        InterfaceCapture tc = InterfaceCapture.loadTc(0, ring, possibleCpus)) {
      return Check.ok(
          Check.NODE,
          NAME,
          "loaded and verified: XDP %s; tc %s"
              .formatted(
                  String.join(", ", xdp.programTags().values()),
                  String.join(", ", tc.programTags().values())));
    } catch (KernelException e) {
      return Check.failed(Check.NODE, NAME, e.getMessage(), remedy(e));
    } catch (LinkageError e) {
      return Check.failed(
          Check.NODE, NAME, "they cannot be loaded without libbpf", "install libbpf");
    }
  }

  private static String remedy(KernelException e) {
    return switch (e.errno()) {
      case KernelException.EPERM, KernelException.EACCES ->
          "run as root, or grant CAP_BPF, CAP_PERFMON and CAP_NET_ADMIN; where they are granted,"
              + " a seccomp profile or kernel lockdown refuses bpf(2)";
      case KernelException.ENOMEM -> "raise the memory limit of the control group";
      default -> "please report it with the kernel's version";
    };
  }
}
