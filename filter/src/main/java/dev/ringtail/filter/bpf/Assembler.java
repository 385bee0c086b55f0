// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes eBPF programs with labels instead of offsets. What no path reaches is left out, since the
 * verifier refuses it, and jumps to jumps go straight to the end.
 */
public final class Assembler {

  private static final int CLASS_LD = 0x00;
  private static final int CLASS_LDX = 0x01;
  private static final int CLASS_ST = 0x02;
  private static final int CLASS_STX = 0x03;
  private static final int CLASS_ALU = 0x04;
  private static final int CLASS_JMP = 0x05;
  private static final int CLASS_JMP32 = 0x06;
  private static final int CLASS_ALU64 = 0x07;
  private static final int MODE_MEM = 0x60;
  private static final int MODE_ATOMIC = 0xc0;
  private static final int SOURCE_REGISTER = 0x08;
  private static final int NEG = 0x80;
  private static final int END = 0xd0;
  private static final int CALL = 0x80;
  private static final int EXIT = 0x90;
  private static final int LD_IMM64 = CLASS_LD | 0x18;
  private static final int PSEUDO_MAP_FD = 1;
  private static final int OPERATION_MASK = 0xf0;

  /** One instruction; {@code target} is where a jump goes, {@code high} the rest of a constant. */
  private record Instruction(
      int opcode, int dst, int src, int offset, int immediate, Label target, int high) {

    Instruction to(int otherOpcode, Label otherTarget) {
      return new Instruction(otherOpcode, dst, src, offset, immediate, otherTarget, high);
    }

    boolean isWide() {
      return opcode == LD_IMM64;
    }

    boolean isGoto() {
      return opcode == CLASS_JMP && target != null;
    }

    boolean ends() {
      return isGoto() || opcode == (CLASS_JMP | EXIT);
    }
  }

  private final List<Instruction> instructions = new ArrayList<>();
  private final Map<Integer, String> comments = new TreeMap<>();
  private final Deque<Runnable> deferred = new ArrayDeque<>();
  private int labels;

  /** A label that is bound later. */
  public Label newLabel() {
    return new Label("L" + labels++);
  }

  /** Binds a label to the next instruction. */
  public Assembler bind(Label label) {
    if (label.isBound()) {
      throw new IllegalStateException("label " + label + " is bound twice");
    }
    label.position = instructions.size();
    return this;
  }

  /**
   * Puts code that is seldom run behind all other. It is emitted when the program is assembled,
   * begins with a label that it binds, and ends in a jump.
   */
  public Assembler defer(Runnable emission) {
    deferred.add(emission);
    return this;
  }

  /** Says to people what the next instructions are for; see {@link #comments()}. */
  public Assembler comment(String text) {
    comments.merge(instructions.size(), text, (a, b) -> a + "; " + b);
    return this;
  }

  /** 64-bit move. */
  public Assembler mov(Register dst, Register src) {
    return alu(Operation.MOV, dst, src);
  }

  /** 64-bit move of a sign-extended constant. */
  public Assembler mov(Register dst, int constant) {
    return alu(Operation.MOV, dst, constant);
  }

  /** 64-bit arithmetic. */
  public Assembler alu(Operation operation, Register dst, Register src) {
    return add(CLASS_ALU64 | SOURCE_REGISTER | operation.code(), dst, src, 0, 0);
  }

  /** 64-bit arithmetic with a sign-extended constant. */
  public Assembler alu(Operation operation, Register dst, int constant) {
    return add(CLASS_ALU64 | operation.code(), dst, Register.R0, 0, constant);
  }

  /** 32-bit arithmetic; the upper half of dst becomes 0. */
  public Assembler alu32(Operation operation, Register dst, Register src) {
    return add(CLASS_ALU | SOURCE_REGISTER | operation.code(), dst, src, 0, 0);
  }

  /** 32-bit arithmetic with a constant; the upper half of dst becomes 0. */
  public Assembler alu32(Operation operation, Register dst, int constant) {
    return add(CLASS_ALU | operation.code(), dst, Register.R0, 0, constant);
  }

  /** 32-bit negation. */
  public Assembler neg32(Register dst) {
    return add(CLASS_ALU | NEG, dst, Register.R0, 0, 0);
  }

  /** 64-bit negation. */
  public Assembler neg(Register dst) {
    return add(CLASS_ALU64 | NEG, dst, Register.R0, 0, 0);
  }

  /** Turns the low bits from network order into the machine's, or back, and clears the others. */
  public Assembler swap(Register dst, Width width) {
    if (width == Width.BYTE) {
      return this;
    }
    return add(CLASS_ALU | END | SOURCE_REGISTER, dst, Register.R0, 0, width.bytes() * 8);
  }

  /** dst = *(base + offset), zero-extended. */
  public Assembler load(Width width, Register dst, Register base, int offset) {
    return add(CLASS_LDX | MODE_MEM | width.code(), dst, base, shortOffset(offset), 0);
  }

  /** *(base + offset) = src. */
  public Assembler store(Width width, Register base, int offset, Register src) {
    return add(CLASS_STX | MODE_MEM | width.code(), base, src, shortOffset(offset), 0);
  }

  /** *(base + offset) = constant. */
  public Assembler store(Width width, Register base, int offset, int constant) {
    return add(
        CLASS_ST | MODE_MEM | width.code(), base, Register.R0, shortOffset(offset), constant);
  }

  /** *(u64 *)(base + offset) += src, atomically. */
  public Assembler atomicAdd(Register base, int offset, Register src) {
    return add(CLASS_STX | MODE_ATOMIC | Width.DOUBLE.code(), base, src, shortOffset(offset), 0);
  }

  /** 64-bit constant. */
  public Assembler constant(Register dst, long value) {
    if (value == (int) value) {
      return mov(dst, (int) value);
    }
    instructions.add(
        new Instruction(
            LD_IMM64, dst.ordinal(), 0, 0, (int) value, null, (int) (value >>> Integer.SIZE)));
    return this;
  }

  /** The map behind a file descriptor of the loading process. */
  public Assembler map(Register dst, int fd) {
    instructions.add(new Instruction(LD_IMM64, dst.ordinal(), PSEUDO_MAP_FD, 0, fd, null, 0));
    return this;
  }

  /** Goes to the label. */
  public Assembler jump(Label target) {
    return branch(CLASS_JMP, Register.R0, Register.R0, 0, target);
  }

  /** Goes to the label if the 64-bit comparison holds. */
  public Assembler jumpIf(Condition condition, Register left, Register right, Label target) {
    return branch(CLASS_JMP | SOURCE_REGISTER | condition.code(), left, right, 0, target);
  }

  /** Goes to the label if the 64-bit comparison with a sign-extended constant holds. */
  public Assembler jumpIf(Condition condition, Register left, int right, Label target) {
    return branch(CLASS_JMP | condition.code(), left, Register.R0, right, target);
  }

  /** Goes to the label if the comparison of the lower halves holds. */
  public Assembler jumpIf32(Condition condition, Register left, Register right, Label target) {
    return branch(CLASS_JMP32 | SOURCE_REGISTER | condition.code(), left, right, 0, target);
  }

  /** Goes to the label if the comparison of the lower half with a constant holds. */
  public Assembler jumpIf32(Condition condition, Register left, int right, Label target) {
    return branch(CLASS_JMP32 | condition.code(), left, Register.R0, right, target);
  }

  /** Calls a helper. */
  public Assembler call(Helper helper) {
    return add(CLASS_JMP | CALL, Register.R0, Register.R0, 0, helper.number());
  }

  /** Returns R0. */
  public Assembler exit() {
    return add(CLASS_JMP | EXIT, Register.R0, Register.R0, 0, 0);
  }

  /**
   * The program, little-endian.
   *
   * @throws IllegalStateException if a label is not bound or a jump is longer than 32767
   *     instructions
   */
  public Assembled assemble() {
    while (!deferred.isEmpty()) {
      deferred.poll().run();
    }
    invertJumpsOverGotos();
    boolean[] reached = reachable();
    int[] slots = new int[instructions.size() + 1];
    for (int i = 0; i < instructions.size(); i++) {
      boolean kept = reached[i] && !jumpsToNext(i, reached);
      slots[i + 1] = slots[i] + (kept ? instructions.get(i).isWide() ? 2 : 1 : 0);
    }
    ByteBuffer out =
        ByteBuffer.allocate(slots[instructions.size()] * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < instructions.size(); i++) {
      if (slots[i + 1] > slots[i]) {
        put(out, i, slots);
      }
    }
    Map<Integer, String> placed = new TreeMap<>();
    comments.forEach(
        (position, text) -> {
          if (position < reached.length && reached[position]) {
            placed.merge(slots[position], text, (a, b) -> a + "; " + b);
          }
        });
    return new Assembled(out.array(), placed);
  }

  private void put(ByteBuffer out, int i, int[] slots) {
    Instruction instruction = instructions.get(i);
    int offset = instruction.offset();
    if (instruction.target() != null) {
      offset = slots[destination(instruction.target())] - slots[i] - 1;
      if (offset != (short) offset) {
        throw new IllegalStateException(
            "a jump over " + offset + " instructions is longer than eBPF can encode");
      }
    }
    out.put((byte) instruction.opcode());
    out.put((byte) (instruction.src() << 4 | instruction.dst()));
    out.putShort((short) offset);
    out.putInt(instruction.immediate());
    if (instruction.isWide()) {
      out.putInt(0).putInt(instruction.high());
    }
  }

  /**
   * Turns "if a goto 2; goto x; 2:" into "if not a goto x; 2:" where nothing else goes to the goto.
   */
  private void invertJumpsOverGotos() {
    boolean[] isTarget = new boolean[instructions.size() + 1];
    for (Instruction instruction : instructions) {
      if (instruction.target() != null && instruction.target().isBound()) {
        isTarget[instruction.target().position] = true;
      }
    }
    for (int i = 0; i + 1 < instructions.size(); i++) {
      Instruction jump = instructions.get(i);
      Instruction over = instructions.get(i + 1);
      boolean candidate =
          jump.target() != null
              && !jump.isGoto()
              && over.isGoto()
              && !isTarget[i + 1]
              && i + 2 < instructions.size()
              && destination(jump.target()) == through(i + 2);
      Condition opposite =
          candidate ? Condition.of(jump.opcode() & OPERATION_MASK).opposite() : null;
      if (opposite != null) {
        int opcode = jump.opcode() & ~OPERATION_MASK | opposite.code();
        instructions.set(i, jump.to(opcode, over.target()));
        instructions.set(i + 1, over.to(over.opcode(), jump.target()));
      }
    }
  }

  private boolean[] reachable() {
    boolean[] reached = new boolean[instructions.size()];
    Deque<Integer> open = new ArrayDeque<>(List.of(0));
    while (!open.isEmpty()) {
      int i = open.pop();
      while (i < reached.length && !reached[i]) {
        reached[i] = true;
        Instruction instruction = instructions.get(i);
        if (instruction.target() != null) {
          open.push(destination(instruction.target()));
        }
        if (instruction.ends()) {
          break;
        }
        i++;
      }
      if (i == reached.length) {
        throw new IllegalStateException("the program runs past its end");
      }
    }
    return reached;
  }

  /** Whether instruction i is a goto over nothing but code that is left out. */
  private boolean jumpsToNext(int i, boolean[] reached) {
    Instruction instruction = instructions.get(i);
    if (!instruction.isGoto()) {
      return false;
    }
    int to = destination(instruction.target());
    for (int between = i + 1; between < to; between++) {
      if (reached[between]) {
        return false;
      }
    }
    return to > i;
  }

  /** Where a jump to the label ends up, through any gotos that stand there. */
  private int destination(Label label) {
    if (!label.isBound()) {
      throw new IllegalStateException("label " + label + " is not bound");
    }
    if (label.position == instructions.size()) {
      throw new IllegalStateException("label " + label + " is behind the last instruction");
    }
    return through(label.position);
  }

  private int through(int position) {
    int at = position;
    for (int hops = 0; instructions.get(at).isGoto() && hops < instructions.size(); hops++) {
      Label next = instructions.get(at).target();
      if (!next.isBound() || next.position == instructions.size()) {
        throw new IllegalStateException("label " + next + " is bound to no instruction");
      }
      at = next.position;
    }
    return at;
  }

  private Assembler add(int opcode, Register dst, Register src, int offset, int immediate) {
    instructions.add(
        new Instruction(opcode, dst.ordinal(), src.ordinal(), offset, immediate, null, 0));
    return this;
  }

  private Assembler branch(int opcode, Register left, Register right, int constant, Label target) {
    instructions.add(
        new Instruction(opcode, left.ordinal(), right.ordinal(), 0, constant, target, 0));
    return this;
  }

  private static int shortOffset(int offset) {
    if (offset != (short) offset) {
      throw new IllegalArgumentException("offset " + offset + " does not fit a load or store");
    }
    return offset;
  }
}
