// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R7;

import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.ProgramFrame;
import dev.ringtail.filter.bpf.SkbField;
import dev.ringtail.filter.check.Keep;
import java.util.List;

/** R0 = how much of the packet is kept, as it will be recorded. */
final class ExtentCode {

  private static final int TAG_BYTES = 4;
  private static final int ETHERNET_BYTES = 14;

  private final Assembler asm;
  private final PacketReader packet;
  private final LengthCode lengths;
  private final boolean tagMayBeBeside;

  ExtentCode(Assembler asm, PacketReader packet, LengthCode lengths, Hook hook, LinkType linkType) {
    this.asm = asm;
    this.packet = packet;
    this.lengths = lengths;
    this.tagMayBeBeside = hook == Hook.TC && linkType == LinkType.ETHERNET;
  }

  void emit(Keep keep, List<Binding> bindings) {
    switch (keep) {
      case Keep.Everything everything -> whole();
      case Keep.Bytes bytes -> asm.alu32(Operation.MOV, R0, bytes.count());
      case Keep.LastLayer last -> end(Binding.LAST, last.more(), bindings);
      case Keep.NamedLayer named -> end(named.name(), named.more(), bindings);
    }
  }

  private void whole() {
    asm.alu32(Operation.MOV, R0, ProgramFrame.WHOLE_PACKET);
  }

  private void end(int name, int more, List<Binding> bindings) {
    Binding layer = null;
    for (Binding binding : bindings) {
      layer = binding.name() == name ? binding : layer;
    }
    if (layer == null) {
      whole();
      return;
    }
    asm.comment("extent");
    if (layer.beside()) {
      boolean isEthernet = layer.protocol().name().equals("eth");
      asm.mov(R0, ETHERNET_BYTES + (isEthernet ? 0 : TAG_BYTES) + more);
      return;
    }
    Label unknown = asm.newLabel();
    Label done = asm.newLabel();
    OffsetLoads loads = new OffsetLoads(asm, packet, layer.place());
    lengths.end(layer.protocol().length(), layer.place(), loads, unknown);
    if (tagMayBeBeside) {
      Label inside = asm.newLabel();
      SkbField.VLAN_PRESENT.load(asm, R0);
      asm.jumpIf(Condition.EQ, R0, 0, inside);
      asm.alu(Operation.ADD, R7, TAG_BYTES);
      asm.bind(inside);
    }
    asm.mov(R0, R7);
    if (more > 0) {
      asm.alu(Operation.ADD, R0, more);
    }
    asm.jump(done);
    asm.bind(unknown);
    whole();
    asm.bind(done);
  }
}
