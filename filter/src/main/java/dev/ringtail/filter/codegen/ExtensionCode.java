// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R7;
import static dev.ringtail.filter.bpf.Register.R9;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Width;
import java.util.List;

/**
 * Steps over IPv6 extension headers (RFC 8200; authentication header RFC 4302). R7 is the offset of
 * the next header, R9 the number that announces it.
 */
record ExtensionCode(Assembler asm, PacketReader packet) {

  static final int ROUTING = 43;
  private static final int FRAGMENT = 44;
  private static final int AUTHENTICATION = 51;

  /** Hop-by-hop, routing and destination options: length in units of eight bytes. */
  private static final List<Integer> PLAIN = List.of(0, ROUTING, 60);

  /**
   * One step; goes on below with R7 and R9 at what follows.
   *
   * @param none where to go if R9 announces no extension header
   * @param missing where to go if the packet ends before it says what follows
   * @param later where to go behind the header of a later fragment, R7 at its end
   */
  void step(Label none, Label missing, Label later) {
    Label plain = asm.newLabel();
    Label fragment = asm.newLabel();
    Label done = asm.newLabel();
    Label isExtension = asm.newLabel();
    announces(isExtension);
    asm.jump(none);
    asm.bind(isExtension);
    asm.jumpIf32(Condition.EQ, R9, FRAGMENT, fragment);
    packet.readAt(R0, R7, Width.HALF, missing);
    asm.mov(R1, R0).alu(Operation.AND, R1, 0xff);
    asm.jumpIf32(Condition.NE, R9, AUTHENTICATION, plain);
    asm.alu(Operation.ADD, R1, 2).alu(Operation.LSH, R1, 2).alu(Operation.SUB, R1, 8);
    asm.jump(done);
    asm.bind(fragment);
    packet.readAt(R0, R7, Width.WORD, missing);
    asm.mov(R1, R0).alu(Operation.AND, R1, 0xfff8);
    asm.alu(Operation.RSH, R0, 16);
    Label first = asm.newLabel();
    asm.jumpIf(Condition.EQ, R1, 0, first);
    asm.alu(Operation.ADD, R7, 8).jump(later);
    asm.bind(first);
    asm.jump(done);
    asm.bind(plain);
    asm.alu(Operation.LSH, R1, 3);
    asm.bind(done);
    asm.alu(Operation.ADD, R7, R1).alu(Operation.ADD, R7, 8);
    asm.mov(R9, R0).alu(Operation.RSH, R9, Byte.SIZE);
  }

  /** Goes to the label if R9 announces an extension header. */
  void announces(Label yes) {
    PLAIN.forEach(number -> asm.jumpIf32(Condition.EQ, R9, number, yes));
    asm.jumpIf32(Condition.EQ, R9, FRAGMENT, yes);
    asm.jumpIf32(Condition.EQ, R9, AUTHENTICATION, yes);
  }
}
