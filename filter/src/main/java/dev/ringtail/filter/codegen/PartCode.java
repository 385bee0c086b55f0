// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R10;
import static dev.ringtail.filter.bpf.Register.R2;
import static dev.ringtail.filter.bpf.Register.R3;
import static dev.ringtail.filter.bpf.Register.R4;
import static dev.ringtail.filter.bpf.Register.R7;
import static dev.ringtail.filter.bpf.Register.R8;
import static dev.ringtail.filter.bpf.Register.R9;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.protocol.EntryList;
import dev.ringtail.filter.protocol.HeaderLength;
import dev.ringtail.filter.protocol.Protocol;

/**
 * Finds entries of lists and options; their offset in the packet goes to {@link Stack#PART}.
 *
 * @param missing where to go if the packet ends before what must be read on the way
 */
record PartCode(Assembler asm, PacketReader packet, Forgetting forgetting, Label missing) {

  /** Options of one Geneve header that can be reached. */
  static final int MAX_GENEVE_OPTIONS = 16;

  private static final int SEGMENTS_START = 8;
  private static final int SEGMENT_BITS = 4;
  private static final int LAST_ENTRY = 4;
  private static final int GENEVE_BYTES = 8;
  private static final int MAX_OPTION_BYTES = 40;
  private static final int END_OF_OPTIONS = 0;
  private static final int NO_OPERATION = 1;

  /**
   * Finds an entry.
   *
   * @param place where the layer is
   * @param absent where to go if the list has no entry of the index in R7
   */
  void entry(EntryList.Walk walk, Place place, Label absent) {
    OffsetLoads loads = new OffsetLoads(asm, packet, place);
    switch (walk) {
      case SEGMENTS -> segment(loads, place, absent);
      case GENEVE_OPTIONS -> geneve(loads, place, absent);
      case GTP_EXTENSIONS -> gtp(loads, place, absent);
      case IPV6_EXTENSIONS -> ipv6(loads, place, absent);
    }
  }

  private void keep() {
    asm.store(Width.WORD, R10, Stack.PART, R0);
  }

  private void segment(OffsetLoads loads, Place place, Label absent) {
    loads.load(R0, LAST_ENTRY, Width.BYTE, missing);
    asm.jumpIf(Condition.GT, R7, R0, absent);
    loads.load(R0, 1, Width.BYTE, missing);
    asm.alu(Operation.LSH, R0, 3);
    asm.mov(R1, R7).alu(Operation.ADD, R1, 1).alu(Operation.LSH, R1, SEGMENT_BITS);
    asm.jumpIf(Condition.GT, R1, R0, absent);
    OffsetLoads.offset(R0, asm, place);
    asm.alu(Operation.ADD, R0, SEGMENTS_START);
    asm.alu(Operation.LSH, R7, SEGMENT_BITS);
    asm.alu(Operation.ADD, R0, R7);
    keep();
  }

  private void geneve(OffsetLoads loads, Place place, Label absent) {
    Label found = asm.newLabel();
    loads.load(R0, 0, Width.BYTE, missing);
    asm.alu(Operation.AND, R0, 0x3f).alu(Operation.LSH, R0, 2);
    OffsetLoads.offset(R8, asm, place);
    asm.alu(Operation.ADD, R8, GENEVE_BYTES);
    asm.mov(R9, R8).alu(Operation.ADD, R9, R0);
    for (int i = 0; i < MAX_GENEVE_OPTIONS; i++) {
      asm.jumpIf(Condition.GE, R8, R9, absent);
      asm.jumpIf(Condition.EQ, R7, i, found);
      asm.mov(R2, R8).alu(Operation.ADD, R2, 3);
      packet.readAt(R0, R2, Width.BYTE, missing);
      asm.alu(Operation.AND, R0, 0x1f).alu(Operation.LSH, R0, 2);
      asm.alu(Operation.ADD, R8, 4).alu(Operation.ADD, R8, R0);
    }
    asm.jump(absent);
    asm.bind(found);
    asm.mov(R0, R8);
    keep();
  }

  private void gtp(OffsetLoads loads, Place place, Label absent) {
    Label found = asm.newLabel();
    loads.load(R0, 0, Width.BYTE, missing);
    asm.alu(Operation.AND, R0, 0x04);
    asm.jumpIf(Condition.EQ, R0, 0, absent);
    asm.mov(R9, R7);
    LengthCode lengths = new LengthCode(asm, packet);
    lengths.advance(place, 12);
    for (int i = 0; i < LengthCode.MAX_GTP_EXTENSIONS; i++) {
      Label next = asm.newLabel();
      asm.jumpIf(Condition.NE, R9, i, next);
      asm.mov(R2, R7).alu(Operation.SUB, R2, 1);
      packet.readAt(R0, R2, Width.BYTE, missing);
      asm.jumpIf(Condition.EQ, R0, 0, absent);
      asm.jump(found);
      asm.bind(next);
      lengths.gtpExtension(absent, missing);
    }
    asm.jump(absent);
    asm.bind(found);
    asm.mov(R0, R7).alu(Operation.SUB, R0, 1);
    keep();
  }

  private void ipv6(OffsetLoads loads, Place place, Label absent) {
    Label found = asm.newLabel();
    ExtensionCode extensions = new ExtensionCode(asm, packet);
    asm.mov(R8, R7);
    OffsetLoads.offset(R0, asm, place);
    asm.alu(Operation.ADD, R0, 6);
    keep();
    loads.load(R0, 6, Width.BYTE, missing);
    asm.mov(R9, R0);
    new LengthCode(asm, packet).advance(place, 40);
    for (int i = 0; i < LengthCode.MAX_IPV6_EXTENSIONS; i++) {
      Label next = asm.newLabel();
      asm.jumpIf(Condition.NE, R8, i, next);
      extensions.announces(found);
      asm.jump(absent);
      asm.bind(next);
      asm.mov(R0, R7);
      keep();
      extensions.step(absent, missing, absent);
    }
    asm.jump(absent);
    asm.bind(found);
  }

  /**
   * Finds the first option of a kind.
   *
   * @param bytes that the option must have at least
   */
  void option(Protocol protocol, int kind, int bytes, Place place, Label absent) {
    HeaderLength.Scaled length = (HeaderLength.Scaled) protocol.length();
    OffsetLoads loads = new OffsetLoads(asm, packet, place);
    for (int i = 0; i < Stack.OPTION_BYTES; i += Long.BYTES) {
      asm.store(Width.DOUBLE, R10, Stack.OPTIONS + i, 0);
    }
    loads.load(R0, length.byteOffset(), Width.BYTE, missing);
    asm.alu(Operation.RSH, R0, length.shift()).alu(Operation.AND, R0, length.mask());
    asm.alu(Operation.LSH, R0, 2);
    asm.jumpIf(Condition.LE, R0, length.least(), absent);
    asm.mov(R8, R0).alu(Operation.SUB, R8, length.least());
    OffsetLoads.offset(R2, asm, place);
    asm.alu(Operation.ADD, R2, length.least());
    asm.mov(R4, R8).alu(Operation.AND, R4, 0x3f);
    asm.jumpIf(Condition.LT, R4, 1, absent).jumpIf(Condition.GT, R4, MAX_OPTION_BYTES, absent);
    packet.copyTo(Stack.OPTIONS, R4, missing);
    walkOptions(kind, bytes, absent);
    OffsetLoads.offset(R0, asm, place);
    asm.alu(Operation.ADD, R0, R7).alu(Operation.ADD, R0, length.least());
    keep();
  }

  /** R7 = the offset of the option among the R8 bytes of options. */
  private void walkOptions(int kind, int bytes, Label absent) {
    Label found = asm.newLabel();
    Label next = asm.newLabel();
    Label sized = asm.newLabel();
    asm.mov(R7, 0).mov(R9, MAX_OPTION_BYTES);
    asm.bind(next);
    asm.jumpIf(Condition.EQ, R9, 0, absent);
    asm.alu(Operation.SUB, R9, 1);
    forgetting.forget(R7);
    asm.jumpIf(Condition.GE, R7, R8, absent);
    asm.alu(Operation.AND, R7, 0x3f);
    asm.mov(R3, R10).alu(Operation.ADD, R3, Stack.OPTIONS).alu(Operation.ADD, R3, R7);
    asm.load(Width.BYTE, R0, R3, 0);
    asm.jumpIf(Condition.EQ, R0, kind, found);
    asm.jumpIf(Condition.EQ, R0, END_OF_OPTIONS, absent);
    asm.jumpIf(Condition.NE, R0, NO_OPERATION, sized);
    asm.alu(Operation.ADD, R7, 1).jump(next);
    asm.bind(sized);
    asm.load(Width.BYTE, R0, R3, 1);
    asm.jumpIf(Condition.LT, R0, 2, absent);
    asm.alu(Operation.ADD, R7, R0);
    asm.jump(next);
    asm.bind(found);
    if (bytes > 0) {
      asm.load(Width.BYTE, R0, R3, 1);
      asm.jumpIf(Condition.LT, R0, bytes, absent);
      asm.mov(R0, R7).alu(Operation.ADD, R0, bytes);
      asm.jumpIf(Condition.GT, R0, R8, absent);
    }
  }
}
