// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.doctor;

/**
 * One thing that was asked.
 *
 * @param what it was about
 * @param said what was found and, where it is not well, what helps
 */
public record Finding(Kind kind, String what, String said) {
  /** How it is. */
  public enum Kind {
    /** As it should be. */
    GOOD,
    /** It works, and something is to be known. */
    NOTE,
    /** The user may not find out. */
    UNKNOWN,
    /** Captures do not work so. */
    BAD
  }

  static Finding good(String what, String said) {
    return new Finding(Kind.GOOD, what, said);
  }

  static Finding note(String what, String said) {
    return new Finding(Kind.NOTE, what, said);
  }

  static Finding unknown(String what, String said) {
    return new Finding(Kind.UNKNOWN, what, said);
  }

  static Finding bad(String what, String said) {
    return new Finding(Kind.BAD, what, said);
  }
}
