// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

/** Where a program runs, as far as it changes the code that is generated. */
public enum Hook {
  /** XDP, native or generic; VLAN tags are in the packet unless the device has taken them out. */
  XDP,
  /** tc or tcx, ingress or egress; the outermost VLAN tag may lie beside the packet. */
  TC
}
