// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;

/**
 * Reads through R8, which points at bytes of the header that were found before: in the packet, or
 * on the stack where they are not linear.
 *
 * @param partial whether there may be fewer bytes than the block would like; R9 then says how many
 */
record HeaderLoads(Assembler asm, boolean partial) implements Loads {

  @Override
  public void load(Register dst, int offset, Width width, Label missing) {
    loadRaw(dst, offset, width, missing);
    asm.swap(dst, width);
  }

  @Override
  public void loadRaw(Register dst, int offset, Width width, Label missing) {
    if (partial) {
      asm.jumpIf(Condition.LT, Register.R9, offset + width.bytes(), missing);
    }
    asm.load(width, dst, Register.R8, offset);
  }

  @Override
  public boolean keepsScratch() {
    return true;
  }
}
