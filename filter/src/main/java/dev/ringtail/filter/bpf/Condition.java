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

  /**
   * The condition that holds exactly if this one does not; null for {@link #SET}, which has none.
   */
  Condition opposite() {
    return switch (this) {
      case EQ -> NE;
      case NE -> EQ;
      case GT -> LE;
      case LE -> GT;
      case GE -> LT;
      case LT -> GE;
      case SIGNED_GT -> SIGNED_LE;
      case SIGNED_LE -> SIGNED_GT;
      case SIGNED_GE -> SIGNED_LT;
      case SIGNED_LT -> SIGNED_GE;
      case SET -> null;
    };
  }

  /** The condition of that code, or null. */
  static Condition of(int code) {
    for (Condition condition : values()) {
      if (condition.code == code) {
        return condition;
      }
    }
    return null;
  }

  int code() {
    return code;
  }

  String symbol() {
    return symbol;
  }
}
