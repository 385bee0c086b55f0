// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import java.util.Arrays;

/**
 * A program as {@code BPF_PROG_LOAD} takes it. Load it with the attach type and flags of the other
 * programs in the slots (for XDP: {@code BPF_XDP} and {@code BPF_F_XDP_HAS_FRAGS} or not).
 */
public final class EbpfProgram {

  /** Bytes of one instruction. */
  public static final int INSTRUCTION_BYTES = 8;

  private final byte[] instructions;
  private final int minimalPacketLength;

  /**
   * @param instructions the bytecode, little-endian, eight bytes per instruction
   * @param minimalPacketLength fewest bytes that a matching packet has
   */
  public EbpfProgram(byte[] instructions, int minimalPacketLength) {
    if (instructions.length == 0 || instructions.length % INSTRUCTION_BYTES != 0) {
      throw new IllegalArgumentException(
          instructions.length + " bytes are not a whole number of instructions");
    }
    this.instructions = instructions.clone();
    this.minimalPacketLength = minimalPacketLength;
  }

  /** The bytecode, little-endian; the caller owns the copy. */
  public byte[] instructions() {
    return instructions.clone();
  }

  /** Instructions as the kernel counts them: a 64-bit constant is two. */
  public int instructionCount() {
    return instructions.length / INSTRUCTION_BYTES;
  }

  /** Fewest bytes that a matching packet has. */
  public int minimalPacketLength() {
    return minimalPacketLength;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EbpfProgram program
        && minimalPacketLength == program.minimalPacketLength
        && Arrays.equals(instructions, program.instructions);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(instructions);
  }

  @Override
  public String toString() {
    return "EbpfProgram[%d instructions]".formatted(instructionCount());
  }
}
