// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

/** Arithmetic; all unsigned. Division by zero gives 0, modulo zero leaves the operand. */
public enum Operation {
  ADD(0x00, "+="),
  SUB(0x10, "-="),
  MUL(0x20, "*="),
  DIV(0x30, "/="),
  OR(0x40, "|="),
  AND(0x50, "&="),
  LSH(0x60, "<<="),
  RSH(0x70, ">>="),
  MOD(0x90, "%="),
  XOR(0xa0, "^="),
  MOV(0xb0, "=");

  private final int code;
  private final String symbol;

  Operation(int code, String symbol) {
    this.code = code;
    this.symbol = symbol;
  }

  int code() {
    return code;
  }

  String symbol() {
    return symbol;
  }
}
