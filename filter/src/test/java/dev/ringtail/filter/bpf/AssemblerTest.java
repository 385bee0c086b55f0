// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class AssemblerTest {

  @Test
  void shouldEncodeAsTheKernelDefines() {
    Assembler asm = new Assembler();
    asm.mov(Register.R1, Register.R6).alu(Operation.ADD, Register.R3, -8);
    asm.load(Width.HALF, Register.R0, Register.R8, 12).swap(Register.R0, Width.HALF);
    asm.map(Register.R2, 7).call(Helper.TAIL_CALL).exit();
    assertThat(HexFormat.of().formatHex(asm.assemble().bytes()))
        .isEqualTo(
            "bf61000000000000"
                + "07030000f8ffffff"
                + "69800c0000000000"
                + "dc00000010000000"
                + "1812000007000000"
                + "0000000000000000"
                + "850000000c000000"
                + "9500000000000000");
  }

  @Test
  void shouldLeaveOutWhatNoPathReaches() {
    Assembler asm = new Assembler();
    Label end = asm.newLabel();
    asm.mov(Register.R0, 1).jump(end);
    asm.mov(Register.R0, 2).exit();
    asm.bind(end).exit();
    assertThat(asm.assemble().bytes()).hasSize(2 * 8);
  }

  @Test
  void shouldJumpOverConstantsOfTwoSlots() {
    Assembler asm = new Assembler();
    Label end = asm.newLabel();
    asm.mov(Register.R0, 0).jumpIf(Condition.EQ, Register.R1, 0, end);
    asm.constant(Register.R2, 1L << 40).mov(Register.R0, 1);
    asm.bind(end).exit();
    assertThat(asm.assemble().bytes()[8 + 2]).isEqualTo((byte) 3);
  }

  @Test
  void shouldInvertAJumpOverAGotoUnlessTheGotoIsATarget() {
    for (boolean target : new boolean[] {false, true}) {
      Assembler asm = new Assembler();
      Label in = asm.newLabel();
      Label out = asm.newLabel();
      Label next = asm.newLabel();
      asm.mov(Register.R0, 0);
      if (target) {
        asm.jumpIf(Condition.LT, Register.R0, 5, next);
      }
      asm.jumpIf(Condition.LE, Register.R0, 9, in);
      asm.bind(next).jump(out);
      asm.bind(in).mov(Register.R0, 1).exit();
      asm.bind(out).mov(Register.R0, 2).exit();
      String listing = Disassembler.listing(asm.assemble());
      assertThat(listing.contains("if r0 > 9 goto")).isEqualTo(!target);
      assertThat(listing.contains("if r0 <= 9 goto")).isEqualTo(target);
    }
  }

  @Test
  void shouldRefuseLabelsThatAreNotBound() {
    Assembler asm = new Assembler();
    asm.mov(Register.R0, 0).jumpIf(Condition.EQ, Register.R0, 0, asm.newLabel()).exit();
    assertThatThrownBy(asm::assemble).isInstanceOf(IllegalStateException.class);
  }
}
