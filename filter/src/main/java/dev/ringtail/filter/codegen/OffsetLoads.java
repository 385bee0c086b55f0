// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;

/** Each read finds its bytes anew, from where the layer's offset is kept. */
record OffsetLoads(Assembler asm, PacketReader packet, Place place) implements Loads {

  @Override
  public void load(Register dst, int offset, Width width, Label missing) {
    if (place instanceof Place.Constant constant) {
      packet.read(dst, constant.offset() + offset, width, missing);
      return;
    }
    offset(Register.R2, asm, place);
    if (offset != 0) {
      asm.alu(Operation.ADD, Register.R2, offset);
    }
    packet.readAt(dst, Register.R2, width, missing);
  }

  @Override
  public void loadRaw(Register dst, int offset, Width width, Label missing) {
    load(dst, offset, width, missing);
    asm.swap(dst, width);
  }

  @Override
  public boolean keepsScratch() {
    return false;
  }

  /** dst = the offset of the layer. */
  static void offset(Register dst, Assembler asm, Place place) {
    switch (place) {
      case Place.Constant constant -> asm.mov(dst, constant.offset());
      case Place.Running running -> {
        if (dst != Register.R7) {
          asm.mov(dst, Register.R7);
        }
      }
      case Place.Slot slot -> asm.load(Width.HALF, dst, Register.R10, Stack.slot(slot.number()));
      case Place.Part part -> asm.load(Width.WORD, dst, Register.R10, Stack.PART);
    }
  }
}
