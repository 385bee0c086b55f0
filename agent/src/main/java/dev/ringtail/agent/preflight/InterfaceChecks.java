// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.kernel.Ethtool;
import dev.ringtail.agent.kernel.XdpFeatures;
import dev.ringtail.agent.program.ExistingProgram;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.NicQueues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one interface and its driver can do. */
final class InterfaceChecks {
  /**
   * Largest MTU whose frames fit one page with XDP's headroom of 256 bytes, the skb's trailer of
   * 320, and an Ethernet header with two VLAN tags.
   */
  private static final int LARGEST_SINGLE_PAGE_MTU = 4096 - 256 - 320 - 22;

  private InterfaceChecks() {}

  static List<Check> of(HostTree tree, CapturedInterface one) {
    Optional<XdpFeatures> features = XdpFeatures.of(one.index());
    List<Check> checks = new ArrayList<>();
    checks.add(xdp(one, features));
    checks.add(frames(one, features));
    checks.add(
        existing(one.name(), ExistingProgram.on(one.index()), KernelRelease.running().hasTcx()));
    checks.add(queues(one.name(), NicQueues.read(tree, one.name())));
    checks.add(vlan(one.name(), Ethtool.hidesVlanTags(one.name())));
    return checks;
  }

  static Check xdp(CapturedInterface one, Optional<XdpFeatures> features) {
    String driver = one.driver().isEmpty() ? "driver not known" : "driver " + one.driver();
    if (features.isEmpty()) {
      return Check.limited(
          one.name(),
          "xdp",
          driver + "; kernels before 6.3 do not tell which XDP modes it has",
          "the start of a capture will tell");
    }
    if (!features.get().isNative()) {
      return Check.limited(
          one.name(),
          "xdp",
          driver + " has no native XDP, so Auto takes Tc or XdpGeneric",
          "for native XDP capture on the interface below it, or on one whose driver has it");
    }
    return Check.ok(one.name(), "xdp", driver + ": " + modes(features.get()));
  }

  private static String modes(XdpFeatures features) {
    List<String> modes = new ArrayList<>(List.of("native"));
    if (features.hasFrags()) {
      modes.add("frags");
    }
    if (features.isOffloaded()) {
      modes.add("offloaded");
    }
    modes.add("generic");
    if (features.hasReceiveTime()) {
      modes.add("receive time of the NIC");
    }
    return String.join(", ", modes);
  }

  static Check frames(CapturedInterface one, Optional<XdpFeatures> features) {
    String mtu = "MTU " + one.mtu();
    if (one.mtu() <= LARGEST_SINGLE_PAGE_MTU) {
      return Check.ok(one.name(), "mtu", mtu + ", a frame fits one buffer");
    }
    if (features.isEmpty()) {
      return Check.limited(
          one.name(),
          "mtu",
          mtu + "; kernels before 6.3 do not tell whether the driver has frags",
          "the start of a capture will tell");
    }
    return features.get().hasFrags()
        ? Check.ok(one.name(), "mtu", mtu + ", in frags")
        : Check.limited(
            one.name(),
            "mtu",
            mtu
                + ", and the driver has no frags: native XDP takes about "
                + LARGEST_SINGLE_PAGE_MTU
                + ", so Auto takes Tc or XdpGeneric",
            "for native XDP lower the MTU, or capture on another interface");
  }

  /**
   * @param hasTcx whether there is another way beside that program
   */
  static Check existing(String name, Optional<ExistingProgram> owner, boolean hasTcx) {
    if (owner.isEmpty()) {
      return Check.ok(name, "program", "no XDP program is attached");
    }
    String finding = "runs XDP program " + owner.get() + ", which is not replaced";
    return hasTcx
        ? Check.limited(
            name,
            "program",
            finding + ", so Auto takes Tc",
            "for native XDP detach it (bpftool net), or capture on another interface")
        : Check.failed(
            name, "program", finding, "detach it (bpftool net), or capture on another interface");
  }

  static Check queues(String name, Optional<NicQueues> nic) {
    if (nic.isEmpty()) {
      return Check.limited(
          name,
          "queues",
          "/sys/class/net does not show it",
          "mount the /sys of this network namespace (ip netns exec does)");
    }
    int receive = nic.get().receive().size();
    CpuSet on = nic.get().receivesOn();
    String finding =
        "%d to receive, %d to send%s"
            .formatted(
                receive,
                nic.get().transmit().size(),
                on.isEmpty() ? "" : ", received on CPU " + on);
    return receive == 1 && nic.get().hasDevice()
        ? Check.limited(
            name,
            "queues",
            finding,
            "one CPU receives everything: more queues (ethtool -L) before the capture spread it")
        : Check.ok(name, "queues", finding);
  }

  static Check vlan(String name, boolean hidden) {
    return hidden
        ? Check.limited(
            name,
            "vlan",
            "VLAN tags are taken out of packets before XDP sees them",
            "ethtool -K %s rxvlan off".formatted(name))
        : Check.ok(name, "vlan", "VLAN tags stay in packets");
  }
}
