// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

import dev.ringtail.filter.ProgramContract;

/**
 * What every filter program does around the question itself: find the CPU's counters, count a
 * refusal, hand the extent over and call the capture program.
 *
 * <p>In between the context is in R6 and the counters are behind the pointer at {@link
 * #COUNTERS_SLOT}; the stack below {@link #FIRST_FREE} is free.
 */
public final class ProgramFrame {

  /** Stack slot of the pointer to the CPU's counters. */
  public static final int COUNTERS_SLOT = -8;

  /** Stack slot of 8 bytes that packet reads may destroy. */
  public static final int SCRATCH_SLOT = -16;

  /** Lowest stack offset that the frame uses. */
  public static final int FIRST_FREE = -16;

  /** Extent that keeps all of a packet. */
  public static final int WHOLE_PACKET = 0xffffffff;

  private final Assembler asm;
  private final ProgramContract contract;
  private final Label rejected;
  private final Label matched;
  private final Label leave;

  public ProgramFrame(Assembler asm, ProgramContract contract) {
    this.asm = asm;
    this.contract = contract;
    this.rejected = asm.newLabel();
    this.matched = asm.newLabel();
    this.leave = asm.newLabel();
  }

  /** Where to go with a packet that does not match. */
  public Label rejected() {
    return rejected;
  }

  /** Where to go with a packet that matches; R0 holds the extent. */
  public Label matched() {
    return matched;
  }

  /** Emits what comes before the question. */
  public void open() {
    asm.comment("counters of this CPU");
    asm.mov(Register.R6, Register.R1);
    asm.call(Helper.GET_SMP_PROCESSOR_ID);
    asm.store(Width.WORD, Register.R10, SCRATCH_SLOT, Register.R0);
    asm.mov(Register.R2, Register.R10);
    asm.alu(Operation.ADD, Register.R2, SCRATCH_SLOT);
    asm.map(Register.R1, contract.countersMapFd());
    asm.call(Helper.MAP_LOOKUP_ELEM);
    asm.jumpIf(Condition.EQ, Register.R0, 0, leave);
    asm.store(Width.DOUBLE, Register.R10, COUNTERS_SLOT, Register.R0);
  }

  /** Emits what comes after the question. */
  public void close() {
    asm.bind(matched).comment("match: extent, then the capture program");
    asm.load(Width.DOUBLE, Register.R1, Register.R10, COUNTERS_SLOT);
    asm.store(Width.WORD, Register.R1, contract.extentOffset(), Register.R0);
    asm.mov(Register.R1, Register.R6);
    asm.map(Register.R2, contract.slotsMapFd());
    asm.mov(Register.R3, contract.captureSlot());
    asm.call(Helper.TAIL_CALL);
    asm.comment("the call fell through");
    asm.load(Width.DOUBLE, Register.R1, Register.R10, COUNTERS_SLOT);
    count(contract.matchedOffset());
    count(contract.tailcallOffset());
    asm.jump(leave);
    asm.bind(rejected).comment("no match");
    asm.load(Width.DOUBLE, Register.R1, Register.R10, COUNTERS_SLOT);
    count(contract.filteredOffset());
    asm.bind(leave);
    asm.mov(Register.R0, contract.verdict());
    asm.exit();
  }

  /** Adds one to a counter of the element behind R1. */
  private void count(int offset) {
    if (contract.atomicCounters()) {
      asm.mov(Register.R2, 1).atomicAdd(Register.R1, offset, Register.R2);
    } else {
      asm.load(Width.DOUBLE, Register.R2, Register.R1, offset);
      asm.alu(Operation.ADD, Register.R2, 1);
      asm.store(Width.DOUBLE, Register.R1, offset, Register.R2);
    }
  }
}
