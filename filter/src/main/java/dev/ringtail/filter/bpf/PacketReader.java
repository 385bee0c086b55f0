// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

import dev.ringtail.filter.Hook;

/**
 * Emits reads of the packet: straight through the packet pointer where the bytes are linear, by the
 * kernel's copy helper where they are not. Data and end pointers are loaded anew for each read,
 * which costs two cached loads and lets the verifier forget each read at once; pointers kept in
 * registers made it check the rest of the program again for each way to get there.
 *
 * <p>Expects the program's context in R6 and destroys R0 to R5.
 */
public final class PacketReader {

  /** Offsets up to here may go through the packet pointer; the verifier allows 0xffff. */
  public static final int MAX_DIRECT = 0x3fff;

  private static final int XDP_DATA = 0;
  private static final int XDP_DATA_END = 4;
  private static final int SKB_LENGTH = 0;
  private static final int SKB_DATA = 76;
  private static final int SKB_DATA_END = 80;

  private final Assembler asm;
  private final Hook hook;
  private final int scratch;

  /**
   * @param scratch offset from the frame pointer of 8 bytes, aligned, that reads may destroy
   */
  public PacketReader(Assembler asm, Hook hook, int scratch) {
    this.asm = asm;
    this.hook = hook;
    this.scratch = scratch;
  }

  /** dst = length of the packet, with everything that is not linear. */
  public void length(Register dst) {
    switch (hook) {
      case XDP -> {
        asm.mov(Register.R1, Register.R6).call(Helper.XDP_GET_BUFF_LEN);
        if (dst != Register.R0) {
          asm.mov(dst, Register.R0);
        }
      }
      case TC -> asm.load(Width.WORD, dst, Register.R6, SKB_LENGTH);
    }
  }

  /** dst = start of the linear part. */
  public void data(Register dst) {
    asm.load(Width.WORD, dst, Register.R6, hook == Hook.XDP ? XDP_DATA : SKB_DATA);
  }

  /** dst = end of the linear part. */
  public void dataEnd(Register dst) {
    asm.load(Width.WORD, dst, Register.R6, hook == Hook.XDP ? XDP_DATA_END : SKB_DATA_END);
  }

  /**
   * dst = the bytes at a constant offset, in the machine's order, zero-extended.
   *
   * @param outside where to go if the packet ends before the last of them
   */
  public void read(Register dst, long offset, Width width, Label outside) {
    if (offset + width.bytes() > Integer.MAX_VALUE) {
      asm.jump(outside);
      return;
    }
    Label done = asm.newLabel();
    Label slow = asm.newLabel();
    int constant = (int) offset;
    if (offset + width.bytes() > MAX_DIRECT) {
      asm.mov(Register.R2, constant);
      copy(dst, width, outside);
      asm.swap(dst, width);
      return;
    }
    data(Register.R1);
    dataEnd(Register.R2);
    asm.mov(Register.R3, Register.R1);
    asm.alu(Operation.ADD, Register.R3, constant + width.bytes());
    asm.jumpIf(Condition.GT, Register.R3, Register.R2, slow);
    asm.load(width, dst, Register.R1, constant);
    asm.bind(done);
    asm.swap(dst, width);
    asm.defer(
        () -> {
          asm.bind(slow).mov(Register.R2, constant);
          copy(dst, width, outside);
          asm.jump(done);
        });
  }

  /**
   * dst = the bytes at an offset that is known at run time, in the machine's order, zero-extended.
   *
   * @param base register with the unsigned 64-bit offset; it is left alone unless it is R2
   * @param outside where to go if the packet ends before the last of them
   */
  public void readAt(Register dst, Register base, Width width, Label outside) {
    Label done = asm.newLabel();
    Label slow = asm.newLabel();
    if (base != Register.R2) {
      asm.mov(Register.R2, base);
    }
    asm.jumpIf(Condition.GT, Register.R2, MAX_DIRECT, slow);
    data(Register.R1);
    dataEnd(Register.R3);
    asm.alu(Operation.ADD, Register.R1, Register.R2);
    asm.mov(Register.R4, Register.R1);
    asm.alu(Operation.ADD, Register.R4, width.bytes());
    asm.jumpIf(Condition.GT, Register.R4, Register.R3, slow);
    asm.load(width, dst, Register.R1, 0);
    asm.bind(done);
    asm.swap(dst, width);
    asm.defer(
        () -> {
          asm.bind(slow).jumpIf(Condition.GT, Register.R2, Integer.MAX_VALUE, outside);
          copy(dst, width, outside);
          asm.jump(done);
        });
  }

  /** dst = bytes at the offset in R2, as they lie in the packet, by the helper. */
  private void copy(Register dst, Width width, Label outside) {
    copyTo(scratch, width.bytes(), outside);
    asm.load(width, dst, Register.R10, scratch);
  }

  /**
   * Copies bytes at the offset in R2 to the stack by the helper.
   *
   * @param stack offset from the frame pointer of the first of them
   * @param outside where to go if the packet ends before the last of them
   */
  public void copyTo(int stack, int bytes, Label outside) {
    asm.mov(Register.R4, bytes);
    copyTo(stack, Register.R4, outside);
  }

  /**
   * Copies as many bytes as R4 says, which the verifier must know to be from 1 to what is free.
   *
   * @param length R4, so that the caller sees that it is used
   */
  public void copyTo(int stack, Register length, Label outside) {
    if (length != Register.R4) {
      throw new IllegalArgumentException("the length is in " + length);
    }
    asm.mov(Register.R1, Register.R6);
    asm.mov(Register.R3, Register.R10);
    asm.alu(Operation.ADD, Register.R3, stack);
    asm.call(hook == Hook.XDP ? Helper.XDP_LOAD_BYTES : Helper.SKB_LOAD_BYTES);
    asm.jumpIf(Condition.NE, Register.R0, 0, outside);
  }
}
