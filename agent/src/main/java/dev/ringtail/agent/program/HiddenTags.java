// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

/** VLAN tags that a NIC takes out of packets, which a filter at XDP cannot ask for then. */
public final class HiddenTags {
  private HiddenTags() {}

  /** What is so and what to do. */
  public static String sentence(String networkInterface) {
    return "the filter asks for VLAN tags, and %1$s takes them out of packets before XDP sees them; turn that off: ethtool -K %1$s rxvlan off, or use capture point Tc"
        .formatted(networkInterface);
  }
}
