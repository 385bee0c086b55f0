// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/** Bytecode as people read it, in the notation of the verifier's log. */
public final class Disassembler {

  private static final int INSTRUCTION_BYTES = 8;
  private static final int LD_IMM64 = 0x18;

  private Disassembler() {}

  /** One line per instruction, its number first; comments stand above theirs. */
  public static String listing(Assembled program) {
    ByteBuffer code = ByteBuffer.wrap(program.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    Map<Integer, String> comments = program.comments();
    StringBuilder out = new StringBuilder();
    int count = program.bytes().length / INSTRUCTION_BYTES;
    for (int i = 0; i < count; i++) {
      if (comments.containsKey(i)) {
        out.append("; ").append(comments.get(i)).append('\n');
      }
      out.append("%5d: %s%n".formatted(i, instruction(code, i)));
      if (Byte.toUnsignedInt(code.get(i * INSTRUCTION_BYTES)) == LD_IMM64) {
        i++;
      }
    }
    return out.toString();
  }

  private static String instruction(ByteBuffer code, int i) {
    int at = i * INSTRUCTION_BYTES;
    int opcode = Byte.toUnsignedInt(code.get(at));
    int registers = Byte.toUnsignedInt(code.get(at + 1));
    String dst = "r" + (registers & 0xf);
    String src = "r" + (registers >> 4);
    int offset = code.getShort(at + 2);
    int constant = code.getInt(at + 4);
    boolean fromRegister = (opcode & 0x08) != 0;
    String operand = fromRegister ? src : Integer.toString(constant);
    return switch (opcode & 0x07) {
      case 0x00 -> {
        long high = code.getInt(at + INSTRUCTION_BYTES + 4);
        long wide = high << Integer.SIZE | Integer.toUnsignedLong(constant);
        yield registers >> 4 == 1
            ? dst + " = map fd " + constant
            : dst + " = 0x" + Long.toHexString(wide) + " ll";
      }
      case 0x01 -> dst + " = " + memory(opcode, src, offset);
      case 0x02 -> memory(opcode, dst, offset) + " = " + constant;
      case 0x03 ->
          (opcode & 0xe0) == 0xc0
              ? "lock " + memory(opcode, dst, offset) + " += " + src
              : memory(opcode, dst, offset) + " = " + src;
      case 0x04 ->
          arithmetic(opcode, dst.replace('r', 'w'), operand.replace('r', 'w'), dst, constant);
      case 0x05 -> jump(opcode, i, offset, constant, dst, operand);
      case 0x06 ->
          jump(opcode, i, offset, constant, dst.replace('r', 'w'), operand.replace('r', 'w'));
      default -> arithmetic(opcode, dst, operand, dst, constant);
    };
  }

  private static String memory(int opcode, String base, int offset) {
    int bits =
        switch (opcode & 0x18) {
          case 0x00 -> 32;
          case 0x08 -> 16;
          case 0x10 -> 8;
          default -> 64;
        };
    return "*(u%d *)(%s %s %d)".formatted(bits, base, offset < 0 ? "-" : "+", Math.abs(offset));
  }

  private static String arithmetic(int opcode, String dst, String operand, String whole, int bits) {
    int operation = opcode & 0xf0;
    if (operation == 0x80) {
      return dst + " = -" + dst;
    }
    if (operation == 0xd0) {
      return "%s = be%s %s".formatted(whole, bits, whole);
    }
    for (Operation known : Operation.values()) {
      if (known.code() == operation) {
        return dst + " " + known.symbol() + " " + operand;
      }
    }
    return "unknown 0x" + Integer.toHexString(opcode);
  }

  private static String jump(
      int opcode, int i, int offset, int constant, String left, String right) {
    int operation = opcode & 0xf0;
    int target = i + 1 + offset;
    switch (operation) {
      case 0x00:
        return "goto " + target;
      case 0x80:
        for (Helper helper : Helper.values()) {
          if (helper.number() == constant) {
            return "call " + helper.symbol();
          }
        }
        return "call helper " + constant;
      case 0x90:
        return "exit";
      default:
        for (Condition condition : Condition.values()) {
          if (condition.code() == operation) {
            return "if %s %s %s goto %d".formatted(left, condition.symbol(), right, target);
          }
        }
        return "unknown 0x" + Integer.toHexString(opcode);
    }
  }
}
