// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;

/** Reads bytes of one layer. R6 to R9 survive, R0 to R5 only where {@link #keepsScratch()}. */
interface Loads {

  /**
   * dst = bytes from an offset in the layer, in the machine's order.
   *
   * @param missing where to go if the packet has not all of them
   */
  void load(Register dst, int offset, Width width, Label missing);

  /**
   * dst = the bytes as they lie in the packet, for comparisons with {@link Width#inPacketOrder}.
   *
   * @param missing where to go if the packet has not all of them
   */
  void loadRaw(Register dst, int offset, Width width, Label missing);

  /** Whether a load changes no register but its destination. */
  boolean keepsScratch();
}
