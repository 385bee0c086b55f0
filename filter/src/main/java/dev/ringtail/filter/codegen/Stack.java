// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.bpf.ProgramFrame;

/**
 * The stack of a chain program, as offsets from the frame pointer.
 *
 * <pre>
 *   -16   the frame's own
 *   -64   header: bytes of a header that is not linear
 *   -96   slots: offsets of layers, 16 bit each
 *   -116  key: of a set, aligned to 8, behind a prefix length
 *   -128  part: offset of a list's entry or an option, 32 bit
 *   -136  half: first part of a value that takes several loads
 *   -144  extensions: how many of IPv6 may still follow, while a segment routing header is read
 *   -216  numbers: intermediate results of arithmetic
 *   -288  options: of TCP or IPv4
 * </pre>
 */
final class Stack {

  static final int HEADER = ProgramFrame.FIRST_FREE - 48;
  static final int SLOTS = HEADER - 32;
  static final int SLOT_COUNT = 16;
  static final int KEY = SLOTS - 16;
  static final int PREFIX_LENGTH = KEY - 4;
  static final int PART = SLOTS - 32;
  static final int HALF = PART - 8;
  static final int EXTENSIONS = HALF - 8;
  static final int NUMBERS = EXTENSIONS - 72;
  static final int NUMBER_COUNT = 9;
  static final int OPTIONS = NUMBERS - 72;
  static final int OPTION_BYTES = 72;

  private Stack() {}

  static int slot(int number) {
    return SLOTS + number * Short.BYTES;
  }

  static int number(int depth) {
    return NUMBERS + depth * Long.BYTES;
  }
}
