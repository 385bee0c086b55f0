// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R10;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.ProgramFrame;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;

/**
 * Makes the verifier forget what it knows of a number, so that it does not check all that follows
 * again for each range the number may have: the number goes through memory whose contents it does
 * not follow, the field of the extent in the CPU's counters, which is free until a packet matches.
 */
record Forgetting(Assembler asm, int extentOffset) {

  /** Keeps the lower 32 bits of the register; destroys R1. */
  void forget(Register register) {
    asm.load(Width.DOUBLE, R1, R10, ProgramFrame.COUNTERS_SLOT);
    asm.store(Width.WORD, R1, extentOffset, register);
    asm.load(Width.WORD, register, R1, extentOffset);
  }
}
