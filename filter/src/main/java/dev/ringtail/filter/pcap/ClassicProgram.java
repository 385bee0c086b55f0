// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A classic program whose jumps stay inside. All go forward but those of {@code protochain}.
 *
 * @param instructions at least one; the last returns
 */
record ClassicProgram(List<ClassicInstruction> instructions) {

  /** What a program returns that keeps all of a packet; libpcap's tools refuse larger ones. */
  static final int SNAP_LENGTH = 262144;

  private static final int NEVER = Integer.MAX_VALUE;
  private static final int MEMORY_WORDS = 16;

  ClassicProgram {
    instructions = List.copyOf(instructions);
    for (int i = 0; i < instructions.size(); i++) {
      check(i, instructions);
    }
    if (instructions.getLast().kind() != ClassicInstruction.RET) {
      throw new IllegalArgumentException("the program does not end in a return");
    }
  }

  private static void check(int i, List<ClassicInstruction> instructions) {
    ClassicInstruction instruction = instructions.get(i);
    boolean ok =
        switch (instruction.kind()) {
          case ClassicInstruction.JMP -> {
            long left = instructions.size() - i - 1L;
            yield instruction.operation() == ClassicInstruction.JA
                ? instruction.k() < left && instruction.k() >= -1 - i
                : instruction.operation() <= ClassicInstruction.JSET
                    && instruction.jt() < left
                    && instruction.jf() < left;
          }
          case ClassicInstruction.ST, ClassicInstruction.STX ->
              instruction.operand() < MEMORY_WORDS;
          case ClassicInstruction.LD ->
              instruction.mode() < ClassicInstruction.MSH
                  && (instruction.mode() != ClassicInstruction.MEM
                      || instruction.operand() < MEMORY_WORDS);
          case ClassicInstruction.LDX ->
              switch (instruction.mode()) {
                case ClassicInstruction.IMM, ClassicInstruction.LEN, ClassicInstruction.MSH -> true;
                case ClassicInstruction.MEM -> instruction.operand() < MEMORY_WORDS;
                default -> false;
              };
          case ClassicInstruction.ALU -> instruction.operation() <= ClassicInstruction.XOR;
          default -> true;
        };
    if (!ok) {
      throw new IllegalArgumentException(
          "instruction %d is not classic BPF: %s".formatted(i, instruction));
    }
  }

  /** Whether a jump goes back. */
  boolean loops() {
    return instructions.stream().anyMatch(ClassicInstruction::jumpsBack);
  }

  /** Scratch words that the program names. */
  SortedSet<Integer> memoryWords() {
    SortedSet<Integer> words = new TreeSet<>();
    for (ClassicInstruction instruction : instructions) {
      boolean stores =
          instruction.kind() == ClassicInstruction.ST
              || instruction.kind() == ClassicInstruction.STX;
      boolean loads =
          instruction.kind() <= ClassicInstruction.LDX
              && instruction.mode() == ClassicInstruction.MEM;
      if (stores || loads) {
        words.add(instruction.k());
      }
    }
    return words;
  }

  /**
   * Whether the program asks for the VLAN tag beside the packet, and so knows that it may be there.
   */
  boolean knowsVlanBesidePacket() {
    return instructions.stream()
        .filter(ClassicProgram::isAbsolute)
        .anyMatch(i -> Ancillary.at(i.operand()).filter(Ancillary::isVlan).isPresent());
  }

  /** Whether the program asks which way the packet goes. */
  boolean asksDirection() {
    return instructions.stream()
        .filter(ClassicProgram::isAbsolute)
        .anyMatch(i -> Ancillary.isDirection(i.operand()));
  }

  private static boolean isAbsolute(ClassicInstruction instruction) {
    return instruction.kind() == ClassicInstruction.LD
        && instruction.mode() == ClassicInstruction.ABS;
  }

  /** Fewest bytes of a packet that matches, {@code Integer.MAX_VALUE} if none can. */
  int minimalPacketLength() {
    int[] least = new int[instructions.size()];
    Arrays.fill(least, NEVER);
    for (int i = instructions.size() - 1; i >= 0; i--) {
      ClassicInstruction instruction = instructions.get(i);
      least[i] =
          switch (instruction.kind()) {
            case ClassicInstruction.RET -> {
              boolean refuses =
                  (instruction.code() & 0x18) != ClassicInstruction.A && instruction.k() == 0;
              yield refuses ? NEVER : 0;
            }
            case ClassicInstruction.JMP -> leastBehind(i, instruction, least);
            case ClassicInstruction.LD, ClassicInstruction.LDX ->
                Math.max(least[i + 1], bytesRead(instruction));
            default -> least[i + 1];
          };
    }
    return least[0];
  }

  private static int leastBehind(int i, ClassicInstruction jump, int[] least) {
    if (jump.jumpsBack()) {
      return 0;
    }
    return jump.operation() == ClassicInstruction.JA
        ? least[i + 1 + jump.k()]
        : Math.min(least[i + 1 + jump.jt()], least[i + 1 + jump.jf()]);
  }

  private static int bytesRead(ClassicInstruction instruction) {
    boolean isMsh = instruction.mode() == ClassicInstruction.MSH;
    if (!isMsh && !isAbsolute(instruction) || instruction.k() < 0) {
      return 0;
    }
    int bytes =
        switch (instruction.size()) {
          case ClassicInstruction.W -> Integer.BYTES;
          case ClassicInstruction.H -> Short.BYTES;
          default -> Byte.BYTES;
        };
    return (int) Math.min(NEVER - 1L, instruction.operand() + bytes);
  }
}
