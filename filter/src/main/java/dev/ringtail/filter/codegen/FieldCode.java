// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R10;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.SkbField;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.check.Test;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.FlagTest;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.Shift;

/** Reads fields and asks about them. */
final class FieldCode {

  private static final int TAG_BITS = 16;
  private static final int TYPE_BEHIND_ADDRESSES = 12;

  private final Assembler asm;
  private final PacketReader packet;
  private final Membership membership;

  FieldCode(Assembler asm, PacketReader packet, Membership membership) {
    this.asm = asm;
    this.packet = packet;
    this.membership = membership;
  }

  /**
   * A layer to read from.
   *
   * @param protocol what it is
   * @param beside whether it is the tag beside the packet, or the Ethernet header in front of that
   * @param place where its offset is kept
   * @param loads how its bytes are read
   */
  record Layer(Protocol protocol, boolean beside, Place place, Loads loads) {}

  /**
   * Asks about a layer; goes on below if the answer is yes.
   *
   * @param no where to go if it is no, also because a field is not there
   * @param missing where to go if the packet ends before a field does
   */
  void ask(Test test, Layer layer, Label no, Label missing) {
    Label yes = asm.newLabel();
    Label member = test.negated() ? no : yes;
    for (Field field : test.fields()) {
      boolean last = field == test.fields().getLast();
      Label other = asm.newLabel();
      Label none = last ? test.negated() ? yes : no : other;
      if (isComparedRaw(field, layer) && membership.areFewValues(test.members())) {
        Width width = Width.ofBytes(field.bits() / Byte.SIZE);
        asm.comment(field.name() + ", and what it is compared with, in the order of the packet");
        layer.loads().loadRaw(R0, field.firstByte(), width, missing);
        membership.decideRaw(width, test.members(), member, none);
      } else {
        read(field, layer, missing, no);
        membership.decide(field, test.members(), member, none);
      }
      asm.bind(other);
    }
    asm.bind(yes);
  }

  /** Whether a field is all of what one load reads, so that its bytes need no swap. */
  private static boolean isComparedRaw(Field field, Layer layer) {
    int bytes = field.endByte() - field.firstByte();
    return (bytes == Width.HALF.bytes() || bytes == Width.WORD.bytes())
        && field.bits() == bytes * Byte.SIZE
        && field.isPlain()
        && !layer.beside()
        && layer.loads().keepsScratch()
        && width(layer.loads(), field.firstByte(), bytes) == bytes;
  }

  /**
   * R0 = the field's value; of 128 bits, R0 the upper and R1 the lower half.
   *
   * @param missing where to go if the packet ends before it does
   * @param absent where to go if the header says that it has no such field
   */
  void read(Field field, Layer layer, Label missing, Label absent) {
    if (layer.beside() && readBeside(field, layer, missing)) {
      return;
    }
    if (field.isPlain()) {
      readPlain(field, layer.loads(), 0, missing);
      return;
    }
    find(field, layer, missing, absent);
    OffsetLoads loads = new OffsetLoads(asm, packet, layer.place());
    OffsetLoads.offset(R0, asm, layer.place());
    asm.store(Width.WORD, R10, Stack.PART, R0);
    for (Shift shift : field.shifts()) {
      Label without = asm.newLabel();
      test(shift.when(), loads, missing);
      asm.jumpIf(Condition.EQ, R0, 0, without);
      asm.load(Width.WORD, R0, R10, Stack.PART);
      asm.alu(Operation.ADD, R0, shift.bytes());
      asm.store(Width.WORD, R10, Stack.PART, R0);
      asm.bind(without);
    }
    readPlain(field, new OffsetLoads(asm, packet, new Place.Part()), 0, missing);
  }

  /**
   * Asks the header whether it has the field, which itself need not be in the packet.
   *
   * @param missing where to go if the packet ends before it says so
   * @param absent where to go if it says no
   */
  void find(Field field, Layer layer, Label missing, Label absent) {
    if (field.presence().isPresent()) {
      test(field.presence().get(), new OffsetLoads(asm, packet, layer.place()), missing);
      asm.jumpIf(Condition.EQ, R0, 0, absent);
    }
  }

  private void test(FlagTest flag, Loads loads, Label missing) {
    loads.load(R0, flag.byteOffset(), Width.BYTE, missing);
    asm.alu(Operation.AND, R0, flag.mask());
  }

  /** R0 = a field that the kernel keeps beside the packet, if this is one. */
  private boolean readBeside(Field field, Layer layer, Label missing) {
    boolean isEthernet = layer.protocol().name().equals("eth");
    boolean isType = field.name().equals("type");
    if (isEthernet) {
      if (isType) {
        SkbField.VLAN_PROTOCOL.load(asm, R0);
      }
      return isType;
    }
    if (isType) {
      layer.loads().load(R0, TYPE_BEHIND_ADDRESSES, Width.HALF, missing);
      return true;
    }
    SkbField.VLAN_TCI.load(asm, R0);
    cut(field, TAG_BITS - field.bit() - field.bits(), TAG_BITS);
    return true;
  }

  private void readPlain(Field field, Loads loads, int base, Label missing) {
    int first = base + field.firstByte();
    int bytes = field.endByte() - field.firstByte();
    if (bytes == 2 * Long.BYTES) {
      loads.load(R0, first, Width.DOUBLE, missing);
      keepFirst(loads);
      loads.load(loads.keepsScratch() ? R1 : R0, first + Long.BYTES, Width.DOUBLE, missing);
      if (!loads.keepsScratch()) {
        asm.mov(R1, R0);
        asm.load(Width.DOUBLE, R0, R10, Stack.HALF);
      }
      return;
    }
    int done = width(loads, first, bytes);
    loads.load(R0, first, Width.ofBytes(done), missing);
    while (done < bytes) {
      int more = width(loads, first + done, bytes - done);
      readMore(loads, first + done, Width.ofBytes(more), missing);
      done += more;
    }
    cut(field, field.trailingBits(), bytes * Byte.SIZE);
  }

  /** Bytes of the next load; what may be on the stack is read aligned, as the verifier wants it. */
  private static int width(Loads loads, int offset, int bytes) {
    int most = Integer.highestOneBit(Math.min(bytes, Long.BYTES));
    boolean aligned = !loads.keepsScratch() || offset == 0;
    return aligned ? most : Math.min(most, Integer.lowestOneBit(offset));
  }

  /** R0 = R0 and the bytes behind it. */
  private void readMore(Loads loads, int offset, Width width, Label missing) {
    int bits = width.bytes() * Byte.SIZE;
    if (loads.keepsScratch()) {
      loads.load(R1, offset, width, missing);
      asm.alu(Operation.LSH, R0, bits);
    } else {
      keepFirst(loads);
      loads.load(R0, offset, width, missing);
      asm.load(Width.DOUBLE, R1, R10, Stack.HALF);
      asm.alu(Operation.LSH, R1, bits);
    }
    asm.alu(Operation.OR, R0, R1);
  }

  private void keepFirst(Loads loads) {
    if (!loads.keepsScratch()) {
      asm.store(Width.DOUBLE, R10, Stack.HALF, R0);
    }
  }

  /** Cuts a field out of the bytes that it shares with others. */
  private void cut(Field field, int trailing, int loaded) {
    if (trailing > 0) {
      asm.alu(Operation.RSH, R0, trailing);
    }
    if (field.bits() + trailing < loaded) {
      asm.alu(Operation.AND, R0, (1 << field.bits()) - 1);
    }
  }
}
