// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.ProgramContract;
import dev.ringtail.filter.bpf.Assembled;
import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.ProgramFrame;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.SkbField;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.check.CheckedFilter;
import dev.ringtail.filter.check.Keep;
import dev.ringtail.filter.protocol.Protocol;
import java.util.List;
import java.util.Map;

/** Makes the program of a checked filter. */
public final class ChainGenerator {

  /** Programs that weigh more forget what is known of offsets where paths meet. */
  private static final int SMALL = 40;

  private static final int MAX_INSTRUCTIONS = 32000;

  private final CheckedFilter filter;
  private final ProgramContract contract;
  private final Assembler asm = new Assembler();
  private final ProgramFrame frame;
  private final PacketReader packet;
  private final BlockGraph graph;
  private final Forgetting forgetting;
  private final boolean forget;

  private ChainGenerator(CheckedFilter filter, ProgramContract contract, boolean forget) {
    this.filter = filter;
    this.contract = contract;
    this.forget = forget;
    this.forgetting = new Forgetting(asm, contract.extentOffset());
    this.frame = new ProgramFrame(asm, contract);
    this.packet = new PacketReader(asm, contract.hook(), ProgramFrame.SCRATCH_SLOT);
    this.graph = new BlockGraph(asm);
  }

  /**
   * The program, and facts about it.
   *
   * @param assembled the code
   * @param leastBytes fewest bytes of a packet that matches
   * @param weight size as the verifier sees it
   */
  public record Generated(Assembled assembled, int leastBytes, int weight) {}

  /**
   * Makes the program for a contract.
   *
   * @throws TooLargeException if it would be larger than programs may be
   */
  public static Generated generate(CheckedFilter filter, ProgramContract contract) {
    if (!filter.descends()) {
      Generated plain = new ChainGenerator(filter, contract, false).generate();
      if (plain.weight() <= SMALL) {
        return plain;
      }
    }
    return new ChainGenerator(filter, contract, true).generate();
  }

  private Generated generate() {
    Membership membership = new Membership(asm, contract.sets());
    FieldCode fields = new FieldCode(asm, packet, membership);
    LengthCode lengths = new LengthCode(asm, packet);
    boolean wantsLast = filter.keep() instanceof Keep.LastLayer;
    Routes routes = new Routes(filter.table());
    TransitionCode transitions =
        new TransitionCode(asm, packet, lengths, graph, routes, filter, frame.rejected(), !forget);
    LayerCode layers =
        new LayerCode(
            asm,
            packet,
            fields,
            graph,
            transitions,
            filter.table(),
            filter.names(),
            wantsLast,
            filter.descends());
    frame.open();
    start(Threads.start(filter.start()), routes);
    for (Block block = graph.next(); block != null; block = graph.next()) {
      asm.bind(graph.label(block));
      comment(block);
      enter(block);
      switch (block.kind()) {
        case LAYER -> layers.emit(block);
        case WALK -> transitions.walk(block);
        case TUNNEL -> transitions.tunnel(block);
      }
    }
    ConditionCode conditions = new ConditionCode(asm, packet, fields, forgetting, frame.rejected());
    ExtentCode extents = new ExtentCode(asm, packet, lengths, contract.hook(), filter.linkType());
    for (Map.Entry<List<Binding>, Label> ending : graph.endings().entrySet()) {
      asm.bind(ending.getValue());
      if (filter.where().isPresent()) {
        asm.comment("where");
        Label holds = asm.newLabel();
        conditions.decide(filter.where().get(), ending.getKey(), holds, frame.rejected());
        asm.bind(holds);
      }
      extents.emit(filter.keep(), ending.getKey());
      asm.jump(frame.matched());
    }
    frame.close();
    return assembled();
  }

  private Generated assembled() {
    Assembled assembled;
    try {
      assembled = asm.assemble();
    } catch (IllegalStateException e) {
      TooLargeException tooLarge = new TooLargeException();
      tooLarge.initCause(e);
      throw tooLarge;
    }
    if (assembled.bytes().length / Long.BYTES > MAX_INSTRUCTIONS) {
      throw new TooLargeException();
    }
    return new Generated(assembled, graph.leastBytes(), graph.weight());
  }

  private void start(Threads threads, Routes routes) {
    Place zero = new Place.Constant(0);
    if (filter.linkType() == LinkType.RAW_IP) {
      packet.read(Register.R0, 0, Width.BYTE, frame.rejected());
      asm.alu(Operation.RSH, Register.R0, 4);
      first("ipv4", 4, threads, routes);
      first("ipv6", 6, threads, routes);
      asm.jump(frame.rejected());
      return;
    }
    Protocol ethernet = filter.table().get("eth");
    if (contract.hook() == Hook.TC) {
      Block beside = new Block(Block.Kind.LAYER, ethernet, true, zero, threads, null);
      SkbField.VLAN_PRESENT.load(asm, Register.R0);
      asm.jumpIf(Condition.NE, Register.R0, 0, graph.block(null, beside, 0, 0));
    }
    asm.jump(graph.block(null, Block.layer(ethernet, zero, threads), 0, 0));
  }

  private void first(String protocol, int nibble, Threads threads, Routes routes) {
    Threads open = routes.through(threads, protocol);
    if (open != null) {
      Block block = Block.layer(filter.table().get(protocol), new Place.Constant(0), open);
      asm.jumpIf(Condition.EQ, Register.R0, nibble, graph.block(null, block, 0, 1));
    }
  }

  /**
   * Bounds R7, which the verifier wants before it becomes part of a pointer, unless it sees itself
   * that R7 cannot be greater. In large programs it forgets the offset first, as many paths meet
   * here.
   */
  private void enter(Block block) {
    if (!(block.place() instanceof Place.Running running) || running.isBounded()) {
      return;
    }
    if (forget) {
      forgetting.forget(Register.R7);
    }
    asm.jumpIf(Condition.GT, Register.R7, PacketReader.MAX_DIRECT, frame.rejected());
  }

  private void comment(Block block) {
    String where =
        block.place() instanceof Place.Constant constant ? " at " + constant.offset() : " at r7";
    asm.comment(
        switch (block.kind()) {
          case LAYER -> block.protocol().name() + (block.beside() ? " (tag beside)" : where);
          case WALK -> "what r9 announces";
          case TUNNEL -> "tunnels of " + block.protocol().name();
        });
  }
}
