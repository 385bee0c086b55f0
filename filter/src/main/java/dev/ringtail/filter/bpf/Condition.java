// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

/** When a jump is taken; comparisons are unsigned unless their name says otherwise. */
public enum Condition {
  EQ(0x10, "=="),
  GT(0x20, ">"),
  GE(0x30, ">="),
  /** Any common bit. */
  SET(0x40, "&"),
  NE(0x50, "!="),
  SIGNED_GT(0x60, "s>"),
  SIGNED_GE(0x70, "s>="),
  LT(0xa0, "<"),
  LE(0xb0, "<="),
  SIGNED_LT(0xc0, "s<"),
  SIGNED_LE(0xd0, "s<=");

  private final int code;
  private final String symbol;

  Condition(int code, String symbol) {
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
