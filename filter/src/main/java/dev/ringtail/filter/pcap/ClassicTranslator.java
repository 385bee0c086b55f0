// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R10;
import static dev.ringtail.filter.bpf.Register.R2;
import static dev.ringtail.filter.bpf.Register.R6;

import dev.ringtail.filter.Hook;
import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.ProgramFrame;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.SkbField;
import dev.ringtail.filter.bpf.Width;
import java.util.ArrayList;
import java.util.List;

/**
 * Translates a classic program to eBPF, instruction by instruction, with the meaning that libpcap's
 * own interpreter gives each (bpf_filter.c): 32-bit unsigned arithmetic, loads outside the packet
 * and division by zero end in "no match", shifts by 32 or more give 0.
 *
 * <p>The one thing that libpcap compiles to a loop, {@code protochain}, is unrolled: headers beyond
 * the sixteenth of a chain are not followed, and the packet does not match.
 *
 * <p>A lives in R7, X in R8, scratch memory on the stack.
 */
final class ClassicTranslator {

  private static final Register A = Register.R7;
  private static final Register X = Register.R8;
  private static final int MEMORY_WORDS = 16;
  private static final int MEMORY = ProgramFrame.FIRST_FREE - MEMORY_WORDS * Integer.BYTES;
  private static final int XDP_INGRESS_IFINDEX = 12;
  private static final int MAX_LOOPS = 16;

  private final Assembler asm;
  private final ProgramFrame frame;
  private final ClassicLoads packet;
  private final Hook hook;
  private final ClassicProgram program;

  /** For each copy of the program, the label of each instruction. */
  private final List<List<Label>> copies = new ArrayList<>();

  ClassicTranslator(
      Assembler asm, ProgramFrame frame, ClassicLoads packet, Hook hook, ClassicProgram program) {
    this.asm = asm;
    this.frame = frame;
    this.packet = packet;
    this.hook = hook;
    this.program = program;
  }

  void translate() {
    List<ClassicInstruction> instructions = program.instructions();
    for (int copy = 0; copy < (program.loops() ? MAX_LOOPS : 1); copy++) {
      copies.add(instructions.stream().map(instruction -> asm.newLabel()).toList());
    }
    asm.mov(A, 0).mov(X, 0);
    for (int word : program.memoryWords()) {
      asm.store(Width.WORD, R10, memory(word), 0);
    }
    for (int copy = 0; copy < copies.size(); copy++) {
      for (int i = 0; i < instructions.size(); i++) {
        asm.bind(copies.get(copy).get(i));
        translate(copy, i, instructions.get(i));
      }
    }
  }

  private void translate(int copy, int i, ClassicInstruction instruction) {
    switch (instruction.kind()) {
      case ClassicInstruction.LD -> load(A, instruction);
      case ClassicInstruction.LDX -> load(X, instruction);
      case ClassicInstruction.ST -> asm.store(Width.WORD, R10, memory(instruction.k()), A);
      case ClassicInstruction.STX -> asm.store(Width.WORD, R10, memory(instruction.k()), X);
      case ClassicInstruction.ALU -> arithmetic(instruction);
      case ClassicInstruction.JMP -> jump(copy, i, instruction);
      case ClassicInstruction.RET -> answer(instruction);
      default -> {
        if ((instruction.code() & ClassicInstruction.TXA) != 0) {
          asm.mov(A, X);
        } else {
          asm.mov(X, A);
        }
      }
    }
  }

  private void load(Register dst, ClassicInstruction instruction) {
    switch (instruction.mode()) {
      case ClassicInstruction.IMM -> asm.alu32(Operation.MOV, dst, instruction.k());
      case ClassicInstruction.MEM -> asm.load(Width.WORD, dst, R10, memory(instruction.k()));
      case ClassicInstruction.LEN -> packet.length(dst);
      case ClassicInstruction.ABS -> absolute(instruction);
      case ClassicInstruction.IND -> {
        if (instruction.k() < 0) {
          asm.jump(frame.rejected());
        } else {
          asm.mov(R2, X).alu(Operation.ADD, R2, instruction.k());
          packet.readAtR2(dst, width(instruction), frame.rejected());
        }
      }
      default -> {
        packet.read(X, instruction.operand(), Width.BYTE, frame.rejected());
        asm.alu32(Operation.AND, X, 0xf).alu32(Operation.LSH, X, 2);
      }
    }
  }

  private void absolute(ClassicInstruction instruction) {
    long k = instruction.operand();
    if (Ancillary.covers(k)) {
      Ancillary.at(k).ifPresentOrElse(this::ancillary, () -> asm.jump(frame.rejected()));
    } else {
      packet.read(A, k, width(instruction), frame.rejected());
    }
  }

  private void ancillary(Ancillary fact) {
    switch (hook) {
      case XDP -> {
        if (fact == Ancillary.IFINDEX) {
          asm.load(Width.WORD, A, R6, XDP_INGRESS_IFINDEX);
        } else {
          asm.mov(A, 0);
        }
      }
      case TC -> {
        SkbField field =
            switch (fact) {
              case IFINDEX -> SkbField.IFINDEX;
              case VLAN_TAG -> SkbField.VLAN_TCI;
              case VLAN_TAG_PRESENT -> SkbField.VLAN_PRESENT;
              case VLAN_TPID -> SkbField.VLAN_PROTOCOL;
            };
        field.load(asm, A);
      }
    }
  }

  private void arithmetic(ClassicInstruction instruction) {
    switch (instruction.operation()) {
      case ClassicInstruction.ADD -> operate(Operation.ADD, instruction);
      case ClassicInstruction.SUB -> operate(Operation.SUB, instruction);
      case ClassicInstruction.MUL -> operate(Operation.MUL, instruction);
      case ClassicInstruction.OR -> operate(Operation.OR, instruction);
      case ClassicInstruction.AND -> operate(Operation.AND, instruction);
      case ClassicInstruction.XOR -> operate(Operation.XOR, instruction);
      case ClassicInstruction.DIV -> divide(Operation.DIV, instruction);
      case ClassicInstruction.MOD -> divide(Operation.MOD, instruction);
      case ClassicInstruction.LSH -> shift(Operation.LSH, instruction);
      case ClassicInstruction.RSH -> shift(Operation.RSH, instruction);
      default -> asm.neg32(A);
    }
  }

  private void operate(Operation operation, ClassicInstruction instruction) {
    if (instruction.usesX()) {
      asm.alu32(operation, A, X);
    } else {
      asm.alu32(operation, A, instruction.k());
    }
  }

  private void divide(Operation operation, ClassicInstruction instruction) {
    if (instruction.usesX()) {
      asm.jumpIf32(Condition.EQ, X, 0, frame.rejected());
      asm.alu32(operation, A, X);
    } else if (instruction.k() == 0) {
      asm.jump(frame.rejected());
    } else {
      asm.alu32(operation, A, instruction.k());
    }
  }

  private void shift(Operation operation, ClassicInstruction instruction) {
    if (instruction.usesX()) {
      Label small = asm.newLabel();
      Label done = asm.newLabel();
      asm.jumpIf32(Condition.LT, X, Integer.SIZE, small);
      asm.mov(A, 0).jump(done);
      asm.bind(small).alu32(operation, A, X);
      asm.bind(done);
    } else if (instruction.operand() >= Integer.SIZE) {
      asm.mov(A, 0);
    } else {
      asm.alu32(operation, A, instruction.k());
    }
  }

  private void jump(int copy, int i, ClassicInstruction instruction) {
    List<Label> places = copies.get(copy);
    if (instruction.jumpsBack()) {
      boolean last = copy + 1 == copies.size();
      asm.jump(last ? frame.rejected() : copies.get(copy + 1).get(i + 1 + instruction.k()));
      return;
    }
    if (instruction.operation() == ClassicInstruction.JA) {
      asm.jump(places.get(i + 1 + instruction.k()));
      return;
    }
    Condition condition =
        switch (instruction.operation()) {
          case ClassicInstruction.JEQ -> Condition.EQ;
          case ClassicInstruction.JGT -> Condition.GT;
          case ClassicInstruction.JGE -> Condition.GE;
          default -> Condition.SET;
        };
    Label holds = places.get(i + 1 + instruction.jt());
    if (instruction.usesX()) {
      asm.jumpIf32(condition, A, X, holds);
    } else {
      asm.jumpIf32(condition, A, instruction.k(), holds);
    }
    asm.jump(places.get(i + 1 + instruction.jf()));
  }

  private void answer(ClassicInstruction instruction) {
    if ((instruction.code() & 0x18) == ClassicInstruction.A) {
      asm.jumpIf32(Condition.EQ, A, 0, frame.rejected());
      asm.mov(R0, A);
      wholeIfLong();
      asm.jump(frame.matched());
    } else if (instruction.k() == 0) {
      asm.jump(frame.rejected());
    } else {
      boolean whole = instruction.operand() >= ClassicProgram.SNAP_LENGTH;
      asm.alu32(Operation.MOV, R0, whole ? ProgramFrame.WHOLE_PACKET : instruction.k());
      asm.jump(frame.matched());
    }
  }

  /** An extent of the snap length or more is all of the packet. */
  private void wholeIfLong() {
    Label shorter = asm.newLabel();
    asm.jumpIf32(Condition.LT, R0, ClassicProgram.SNAP_LENGTH, shorter);
    asm.alu32(Operation.MOV, R0, ProgramFrame.WHOLE_PACKET);
    asm.bind(shorter).mov(R1, R0);
  }

  private static Width width(ClassicInstruction instruction) {
    return switch (instruction.size()) {
      case ClassicInstruction.W -> Width.WORD;
      case ClassicInstruction.H -> Width.HALF;
      default -> Width.BYTE;
    };
  }

  private static int memory(int word) {
    return MEMORY + word * Integer.BYTES;
  }
}
