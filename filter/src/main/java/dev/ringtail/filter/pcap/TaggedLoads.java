// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.SkbField;
import dev.ringtail.filter.bpf.Width;

/**
 * The packet as it was on the wire and will be in the file, when the kernel has taken the outermost
 * VLAN tag out: four bytes after the two MAC addresses that are not in memory.
 *
 * <pre>
 *   0            12        14        16
 *   | addresses  | TPID    | TCI     | from byte 12 in memory on
 * </pre>
 */
record TaggedLoads(Assembler asm, PacketReader packet) implements ClassicLoads {

  private static final int TAG = 12;
  private static final int TAG_END = 16;
  private static final int TAG_BYTES = TAG_END - TAG;

  @Override
  public void read(Register dst, long offset, Width width, Label outside) {
    if (offset + width.bytes() <= TAG) {
      packet.read(dst, offset, width, outside);
    } else if (offset >= TAG_END) {
      packet.read(dst, offset - TAG_BYTES, width, outside);
    } else {
      asm.mov(Register.R9, 0);
      for (int i = 0; i < width.bytes(); i++) {
        readByte((int) offset + i, outside);
        asm.alu(Operation.LSH, Register.R9, Byte.SIZE);
        asm.alu(Operation.OR, Register.R9, Register.R0);
      }
      asm.mov(dst, Register.R9);
    }
  }

  @Override
  public void readAtR2(Register dst, Width width, Label outside) {
    Label done = asm.newLabel();
    Label before = asm.newLabel();
    Label behind = asm.newLabel();
    asm.jumpIf(Condition.LE, Register.R2, TAG - width.bytes(), before);
    asm.jumpIf(Condition.GE, Register.R2, TAG_END, behind);
    for (int offset = TAG - width.bytes() + 1; offset < TAG_END; offset++) {
      Label next = asm.newLabel();
      asm.jumpIf(Condition.NE, Register.R2, offset, next);
      read(dst, offset, width, outside);
      asm.jump(done);
      asm.bind(next);
    }
    asm.bind(behind);
    asm.alu(Operation.SUB, Register.R2, TAG_BYTES);
    asm.bind(before);
    packet.readAt(dst, Register.R2, width, outside);
    asm.bind(done);
  }

  @Override
  public void length(Register dst) {
    packet.length(dst);
    asm.alu(Operation.ADD, dst, TAG_BYTES);
  }

  /** R0 = one byte. */
  private void readByte(int offset, Label outside) {
    if (offset < TAG) {
      packet.read(Register.R0, offset, Width.BYTE, outside);
    } else if (offset >= TAG_END) {
      packet.read(Register.R0, offset - TAG_BYTES, Width.BYTE, outside);
    } else {
      SkbField field = offset < TAG + Short.BYTES ? SkbField.VLAN_PROTOCOL : SkbField.VLAN_TCI;
      field.load(asm, Register.R0);
      if (offset % Short.BYTES == 0) {
        asm.alu(Operation.RSH, Register.R0, Byte.SIZE);
      }
      asm.alu(Operation.AND, Register.R0, 0xff);
    }
  }
}
