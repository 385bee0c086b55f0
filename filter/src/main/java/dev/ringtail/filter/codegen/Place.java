// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.bpf.PacketReader;

/** Where the offset of a layer is kept. */
sealed interface Place {

  /** Known when the program is made. */
  record Constant(int offset) implements Place {}

  /**
   * In R7.
   *
   * @param most the greatest it can be, rounded up so that ways of about the same length share what
   *     follows; {@link #UNKNOWN} if that is not known or more than may become part of a pointer
   */
  record Running(int most) implements Place {
    private static final int UNKNOWN = -1;
    private static final int GRAIN = 256;

    /** Anywhere in the packet. */
    static Running anywhere() {
      return new Running(UNKNOWN);
    }

    /** At most so many bytes behind a place. */
    static Running behind(Place place, int bytes) {
      int before =
          switch (place) {
            case Constant constant -> constant.offset();
            case Running running -> running.most();
            default -> UNKNOWN;
          };
      int most = Math.ceilDiv(before + bytes, GRAIN) * GRAIN;
      return before == UNKNOWN || most > PacketReader.MAX_DIRECT ? anywhere() : new Running(most);
    }

    boolean isBounded() {
      return most != UNKNOWN;
    }
  }

  /** A 16-bit number on the stack. */
  record Slot(int number) implements Place {}

  /** A 32-bit number on the stack, for the part of a layer that is being looked at. */
  record Part() implements Place {}
}
