// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R10;
import static dev.ringtail.filter.bpf.Register.R2;

import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Helper;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.check.Bits;
import dev.ringtail.filter.check.Members;
import dev.ringtail.filter.check.Members.Range;
import dev.ringtail.filter.protocol.Field;
import java.util.List;
import java.util.Map;

/** Decides whether the value in R0, or R0 and R1, is one of the members. */
final class Membership {

  /** Up to so many ranges are tried one by one; more are halved first. */
  private static final int LINEAR = 4;

  private final Assembler asm;
  private final Map<SetUse, SetMap> sets;

  Membership(Assembler asm, Map<SetUse, SetMap> sets) {
    this.asm = asm;
    this.sets = sets;
  }

  void decide(Field field, Members members, Label in, Label out) {
    switch (members) {
      case Members.Ranges ranges -> {
        if (field.bits() > Long.SIZE) {
          ranges.ranges().forEach(range -> wide(range, in));
          asm.jump(out);
        } else {
          narrow(field, ranges.ranges(), in, out);
        }
      }
      case Members.Named named -> lookUp(named.set(), in, out);
    }
  }

  /** Whether the members are few single values. */
  boolean areFewValues(Members members) {
    return members instanceof Members.Ranges ranges
        && ranges.ranges().size() <= LINEAR
        && ranges.ranges().stream().allMatch(range -> range.from().equals(range.to()));
  }

  /** {@link #decide} for {@link #areFewValues} and bytes in R0 as they lie in the packet. */
  void decideRaw(Width width, Members members, Label in, Label out) {
    for (Range range : ((Members.Ranges) members).ranges()) {
      int value = width.inPacketOrder((int) range.from().low());
      asm.jumpIf32(Condition.EQ, R0, value, in);
    }
    asm.jump(out);
  }

  private void narrow(Field field, List<Range> ranges, Label in, Label out) {
    if (ranges.size() <= LINEAR) {
      for (Range range : ranges) {
        Label next = asm.newLabel();
        narrow(field, range, in, next);
        asm.bind(next);
      }
      asm.jump(out);
      return;
    }
    int middle = ranges.size() / 2;
    Label upper = asm.newLabel();
    jump(field, Condition.GE, ranges.get(middle).from(), upper);
    narrow(field, ranges.subList(0, middle), in, out);
    asm.bind(upper);
    narrow(field, ranges.subList(middle, ranges.size()), in, out);
  }

  private void narrow(Field field, Range range, Label in, Label next) {
    boolean toGreatest = range.to().low() == -1L >>> Long.SIZE - field.bits();
    if (range.from().equals(range.to())) {
      jump(field, Condition.EQ, range.from(), in);
    } else if (range.from().low() == 0 && toGreatest) {
      asm.jump(in);
    } else if (toGreatest) {
      jump(field, Condition.GE, range.from(), in);
    } else {
      if (range.from().low() != 0) {
        jump(field, Condition.LT, range.from(), next);
      }
      jump(field, Condition.LE, range.to(), in);
    }
  }

  private void jump(Field field, Condition condition, Bits constant, Label target) {
    if (field.bits() <= Integer.SIZE) {
      asm.jumpIf32(condition, R0, (int) constant.low(), target);
    } else {
      asm.constant(R2, constant.low()).jumpIf(condition, R0, R2, target);
    }
  }

  private void wide(Range range, Label in) {
    Label next = asm.newLabel();
    if (range.from().equals(range.to())) {
      compare(R0, Condition.NE, range.from().high(), next);
      compare(R1, Condition.EQ, range.from().low(), in);
      asm.bind(next);
      return;
    }
    Label above = asm.newLabel();
    compare(R0, Condition.GT, range.from().high(), above);
    compare(R0, Condition.NE, range.from().high(), next);
    compare(R1, Condition.LT, range.from().low(), next);
    asm.bind(above);
    compare(R0, Condition.LT, range.to().high(), in);
    compare(R0, Condition.NE, range.to().high(), next);
    compare(R1, Condition.LE, range.to().low(), in);
    asm.bind(next);
  }

  private void compare(Register register, Condition condition, long constant, Label target) {
    asm.constant(R2, constant).jumpIf(condition, register, R2, target);
  }

  private void lookUp(SetUse use, Label in, Label out) {
    SetMap map = sets.get(use);
    if (map == null) {
      throw new IllegalArgumentException(
          "the contract has no map for the set \"%s\" of %s".formatted(use.name(), use.type()));
    }
    switch (use.type()) {
      case NUMBER, MAC -> asm.store(Width.DOUBLE, R10, Stack.KEY, R0);
      case IPV4 -> asm.swap(R0, Width.WORD).store(Width.WORD, R10, Stack.KEY, R0);
      case IPV6 -> {
        asm.swap(R0, Width.DOUBLE).store(Width.DOUBLE, R10, Stack.KEY, R0);
        asm.swap(R1, Width.DOUBLE).store(Width.DOUBLE, R10, Stack.KEY + Long.BYTES, R1);
      }
    }
    int key = Stack.KEY;
    if (map.layout() == SetMap.Layout.LPM_TRIE) {
      key = Stack.PREFIX_LENGTH;
      asm.store(Width.WORD, R10, key, use.type().keyBytes() * Byte.SIZE);
    }
    asm.map(R1, map.fd());
    asm.mov(R2, R10).alu(Operation.ADD, R2, key);
    asm.call(Helper.MAP_LOOKUP_ELEM);
    asm.jumpIf(Condition.NE, R0, 0, in);
    asm.jump(out);
  }
}
