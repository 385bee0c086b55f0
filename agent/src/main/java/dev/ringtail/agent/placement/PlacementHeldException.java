// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

/**
 * Another capture on this node is changing interrupts; the message says which process and what to
 * do.
 */
public final class PlacementHeldException extends Exception {
  private static final long serialVersionUID = 1L;

  PlacementHeldException(String message) {
    super(message);
  }
}
