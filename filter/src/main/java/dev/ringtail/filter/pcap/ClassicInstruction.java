// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

/**
 * One instruction of classic BPF, {@code struct bpf_insn} (pcap/bpf.h).
 *
 * @param code class, size, mode and source
 * @param jt instructions skipped if a condition holds
 * @param jf instructions skipped if it does not
 * @param k the operand, unsigned
 */
public record ClassicInstruction(int code, int jt, int jf, int k) {

  static final int LD = 0x00;
  static final int LDX = 0x01;
  static final int ST = 0x02;
  static final int STX = 0x03;
  static final int ALU = 0x04;
  static final int JMP = 0x05;
  static final int RET = 0x06;
  static final int MISC = 0x07;

  static final int W = 0x00;
  static final int H = 0x08;
  static final int B = 0x10;

  static final int IMM = 0x00;
  static final int ABS = 0x20;
  static final int IND = 0x40;
  static final int MEM = 0x60;
  static final int LEN = 0x80;
  static final int MSH = 0xa0;

  static final int ADD = 0x00;
  static final int SUB = 0x10;
  static final int MUL = 0x20;
  static final int DIV = 0x30;
  static final int OR = 0x40;
  static final int AND = 0x50;
  static final int LSH = 0x60;
  static final int RSH = 0x70;
  static final int NEG = 0x80;
  static final int MOD = 0x90;
  static final int XOR = 0xa0;

  static final int JA = 0x00;
  static final int JEQ = 0x10;
  static final int JGT = 0x20;
  static final int JGE = 0x30;
  static final int JSET = 0x40;

  static final int X = 0x08;
  static final int A = 0x10;

  static final int TAX = 0x00;
  static final int TXA = 0x80;

  private static final String[] ARITHMETIC = {
    "add", "sub", "mul", "div", "or", "and", "lsh", "rsh", "neg", "mod", "xor"
  };
  private static final String[] JUMPS = {"ja", "jeq", "jgt", "jge", "jset"};

  int kind() {
    return code & 0x07;
  }

  int size() {
    return code & 0x18;
  }

  int mode() {
    return code & 0xe0;
  }

  int operation() {
    return code & 0xf0;
  }

  boolean usesX() {
    return (code & X) != 0;
  }

  /** Whether this is a jump to an earlier instruction, or to itself. */
  boolean jumpsBack() {
    return code == (JMP | JA) && k < 0;
  }

  /** The operand as a number. */
  long operand() {
    return Integer.toUnsignedLong(k);
  }

  /**
   * The instruction as tcpdump -d writes it.
   *
   * @param at its number, from which jumps are counted
   */
  String show(int at) {
    String value = "#0x" + Integer.toHexString(k);
    return switch (kind()) {
      case LD -> "ld" + suffix() + address(value);
      case LDX -> mode() == MSH ? "ldxb     4*([" + k + "]&0xf)" : "ldx" + address(value);
      case ST -> "st       M[" + k + "]";
      case STX -> "stx      M[" + k + "]";
      case ALU -> operation() == NEG ? "neg" : name(ARITHMETIC) + operand(value);
      case JMP ->
          operation() == JA
              ? "ja       " + (at + 1 + k)
              : name(JUMPS)
                  + "%s  jt %d  jf %d".formatted(operand(value), at + 1 + jt, at + 1 + jf);
      case RET -> "ret      " + ((code & 0x18) == A ? "a" : "#" + Integer.toUnsignedString(k));
      default -> (code & TXA) != 0 ? "txa" : "tax";
    };
  }

  private String suffix() {
    return switch (size()) {
      case H -> "h";
      case B -> "b";
      default -> "";
    };
  }

  private String address(String value) {
    return "       "
        + switch (mode()) {
          case IMM -> value;
          case ABS -> "[" + Integer.toUnsignedString(k) + "]";
          case IND -> "[x + " + Integer.toUnsignedString(k) + "]";
          case MEM -> "M[" + k + "]";
          default -> "#pktlen";
        };
  }

  private String name(String[] names) {
    return "%-8s ".formatted(names[operation() >> 4]);
  }

  private String operand(String value) {
    return usesX() ? "x" : value;
  }
}
