// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

/** An interface runs somebody else's XDP program, which is never replaced. */
public final class XdpSlotBusyException extends Exception {
  private static final long serialVersionUID = 1L;

  XdpSlotBusyException(String networkInterface, ExistingProgram owner) {
    super(
        "%s already runs XDP program %s, which is not replaced; detach it (bpftool net) or capture on another interface"
            .formatted(networkInterface, owner));
  }
}
