// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

/**
 * The machine's registers. A helper call takes its arguments in R1 to R5, returns in R0 and
 * destroys R0 to R5; R6 to R9 survive it.
 */
public enum Register {
  R0,
  R1,
  R2,
  R3,
  R4,
  R5,
  R6,
  R7,
  R8,
  R9,
  /** Frame pointer; the 512 bytes of stack are below it. */
  R10
}
