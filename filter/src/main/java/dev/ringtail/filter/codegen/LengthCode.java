// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R2;
import static dev.ringtail.filter.bpf.Register.R7;
import static dev.ringtail.filter.bpf.Register.R9;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.protocol.HeaderLength;
import dev.ringtail.filter.protocol.Shift;

/** Computes where headers end. */
final class LengthCode {

  /** Extension headers of one IPv6 header that are followed. */
  static final int MAX_IPV6_EXTENSIONS = 6;

  /** Extension headers of one GTP header that are followed. */
  static final int MAX_GTP_EXTENSIONS = 4;

  private static final int IPV6_NEXT_HEADER = 6;
  private static final int IPV6_BYTES = 40;
  private static final int GTP_BYTES = 8;
  private static final int GTP_LONG_BYTES = 12;
  private static final int GTP_LONG = 0x07;
  private static final int GTP_EXTENDED = 0x04;

  private final Assembler asm;
  private final PacketReader packet;

  LengthCode(Assembler asm, PacketReader packet) {
    this.asm = asm;
    this.packet = packet;
  }

  /**
   * R7 = the end of a header. R6 and R8 survive, R9 only if the length is neither IPv6's nor GTP's.
   *
   * @param missing where to go if it cannot be computed
   */
  void end(HeaderLength length, Place place, Loads loads, Label missing) {
    switch (length) {
      case HeaderLength.Fixed fixed -> advance(place, fixed.bytes());
      case HeaderLength.Scaled scaled -> {
        loads.load(R1, scaled.byteOffset(), Width.BYTE, missing);
        if (scaled.shift() > 0) {
          asm.alu(Operation.RSH, R1, scaled.shift());
        }
        if (scaled.shift() == 0 && scaled.mask() < 0xff) {
          asm.alu(Operation.AND, R1, scaled.mask());
        }
        asm.alu(Operation.LSH, R1, Integer.numberOfTrailingZeros(scaled.unit()));
        if (scaled.plus() > 0) {
          asm.alu(Operation.ADD, R1, scaled.plus());
        } else {
          asm.jumpIf(Condition.LT, R1, scaled.least(), missing);
        }
        OffsetLoads.offset(R7, asm, place);
        asm.alu(Operation.ADD, R7, R1);
      }
      case HeaderLength.Optional optional -> optional(optional, place, loads, missing);
      case HeaderLength.Ipv6 ipv6 -> ipv6(place, loads, missing);
      case HeaderLength.Gtp gtp -> gtp(place, loads, missing);
    }
  }

  /** R7 = a layer's offset and that many bytes more. */
  void advance(Place place, int bytes) {
    if (place instanceof Place.Constant constant) {
      asm.mov(R7, constant.offset() + bytes);
    } else {
      OffsetLoads.offset(R7, asm, place);
      asm.alu(Operation.ADD, R7, bytes);
    }
  }

  private void optional(HeaderLength.Optional optional, Place place, Loads loads, Label missing) {
    int at = optional.parts().getFirst().when().byteOffset();
    loads.load(R0, at, Width.BYTE, missing);
    advance(place, optional.bytes());
    for (Shift part : optional.parts()) {
      Label without = asm.newLabel();
      asm.mov(R1, R0).alu(Operation.AND, R1, part.when().mask());
      asm.jumpIf(Condition.EQ, R1, 0, without);
      asm.alu(Operation.ADD, R7, part.bytes());
      asm.bind(without);
    }
  }

  /** The walk without interest in what it meets: the end is where no extension follows. */
  private void ipv6(Place place, Loads loads, Label missing) {
    Label done = asm.newLabel();
    loads.load(R0, IPV6_NEXT_HEADER, Width.BYTE, missing);
    asm.mov(R9, R0);
    advance(place, IPV6_BYTES);
    ExtensionCode extensions = new ExtensionCode(asm, packet);
    for (int i = 0; i < MAX_IPV6_EXTENSIONS; i++) {
      extensions.step(done, missing, done);
    }
    extensions.announces(missing);
    asm.bind(done);
  }

  /** R7 = the end of a GTP header; {@code missing} also if it has too many extensions. */
  private void gtp(Place place, Loads loads, Label missing) {
    Label done = asm.newLabel();
    Label longer = asm.newLabel();
    loads.load(R0, 0, Width.BYTE, missing);
    asm.mov(R9, R0);
    advance(place, GTP_BYTES);
    asm.alu(Operation.AND, R0, GTP_LONG);
    asm.jumpIf(Condition.NE, R0, 0, longer);
    asm.jump(done);
    asm.bind(longer);
    asm.alu(Operation.ADD, R7, GTP_LONG_BYTES - GTP_BYTES);
    asm.alu(Operation.AND, R9, GTP_EXTENDED);
    asm.jumpIf(Condition.EQ, R9, 0, done);
    for (int i = 0; i <= MAX_GTP_EXTENSIONS; i++) {
      gtpExtension(done, missing);
    }
    asm.jump(missing);
    asm.bind(done);
  }

  /**
   * R7 from one extension to the next.
   *
   * @param none where to go if the byte before R7 announces none
   */
  void gtpExtension(Label none, Label missing) {
    asm.mov(R2, R7).alu(Operation.SUB, R2, 1);
    packet.readAt(R0, R2, Width.BYTE, missing);
    asm.jumpIf(Condition.EQ, R0, 0, none);
    packet.readAt(R0, R7, Width.BYTE, missing);
    asm.jumpIf(Condition.EQ, R0, 0, missing);
    asm.alu(Operation.LSH, R0, 2);
    asm.alu(Operation.ADD, R7, R0);
  }
}
