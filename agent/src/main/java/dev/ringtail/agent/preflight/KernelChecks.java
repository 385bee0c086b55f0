// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.kernel.Capabilities;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.topology.HostTree;
import java.util.List;

/** The kernel itself and what this process may do with it. */
final class KernelChecks {
  private static final String TYPES = "/sys/kernel/btf/vmlinux";

  private KernelChecks() {}

  static Check release(KernelRelease kernel, boolean realTime) {
    String found = kernel.text() + (realTime ? ", real-time" : "");
    return kernel.isSupported()
        ? Check.ok(Check.NODE, "kernel", found)
        : Check.failed(
            Check.NODE,
            "kernel",
            found + " is older than 6.1",
            "update the node's kernel to 6.1 or newer");
  }

  /** Without tcx there is native and generic XDP. */
  static Check tcx(KernelRelease kernel) {
    return kernel.hasTcx()
        ? Check.ok(Check.NODE, "tcx", "there, for capture point Tc")
        : Check.limited(
            Check.NODE,
            "tcx",
            "kernel %s has none, so capture point Tc, and with it what leaves, cannot be captured"
                .formatted(kernel.text()),
            "update the node's kernel to 6.6 or newer");
  }

  static Check types(HostTree tree) {
    return tree.exists(TYPES)
        ? Check.ok(Check.NODE, "btf", TYPES)
        : Check.failed(
            Check.NODE,
            "btf",
            "there is no " + TYPES,
            "take a kernel built with CONFIG_DEBUG_INFO_BTF, or mount /sys");
  }

  static Check rights(List<Capabilities> missing) {
    return missing.isEmpty()
        ? Check.ok(Check.NODE, "capabilities", words(List.of(Capabilities.values())))
        : Check.failed(
            Check.NODE,
            "capabilities",
            "this process lacks " + words(missing),
            "run as root, or grant it to the container");
  }

  private static String words(List<Capabilities> capabilities) {
    return String.join(", ", capabilities.stream().map(Enum::name).toList());
  }
}
