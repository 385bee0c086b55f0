// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

/** An interface runs somebody else's XDP program, which is never replaced. */
public final class XdpSlotBusyException extends PointRefusedException {
  private static final long serialVersionUID = 1L;

  XdpSlotBusyException(String networkInterface, ExistingProgram owner) {
    super(
        "XdpSlotBusy",
        "%s already runs XDP program %s, which is not replaced; use capture point Tc or Auto"
            .formatted(networkInterface, owner));
  }
}
