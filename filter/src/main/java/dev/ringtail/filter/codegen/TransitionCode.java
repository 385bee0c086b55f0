// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R10;
import static dev.ringtail.filter.bpf.Register.R2;
import static dev.ringtail.filter.bpf.Register.R7;
import static dev.ringtail.filter.bpf.Register.R8;
import static dev.ringtail.filter.bpf.Register.R9;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.SkbField;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.check.CheckedFilter;
import dev.ringtail.filter.protocol.HeaderLength;
import dev.ringtail.filter.protocol.Next;
import dev.ringtail.filter.protocol.Protocol;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** From a layer to the next: which one it is, where it begins, and what is open there. */
final class TransitionCode {

  private static final int TAG_BESIDE_TYPE = 12;
  private static final int TAG_BESIDE_END = 14;
  private static final int IPV6_NEXT_HEADER = 6;
  private static final int ROUTING_TYPE = 2;
  private static final int SEGMENT_ROUTING = 4;
  private static final String SEGMENTS = "srv6";

  private final Assembler asm;
  private final PacketReader packet;
  private final LengthCode lengths;
  private final BlockGraph graph;
  private final Routes routes;
  private final CheckedFilter filter;
  private final Label rejected;
  private final boolean tracksOffsets;

  /**
   * @param tracksOffsets whether blocks are told apart by how far into the packet they can be,
   *     which saves them a check
   */
  TransitionCode(
      Assembler asm,
      PacketReader packet,
      LengthCode lengths,
      BlockGraph graph,
      Routes routes,
      CheckedFilter filter,
      Label rejected,
      boolean tracksOffsets) {
    this.asm = asm;
    this.packet = packet;
    this.lengths = lengths;
    this.graph = graph;
    this.routes = routes;
    this.filter = filter;
    this.rejected = rejected;
    this.tracksOffsets = tracksOffsets;
  }

  /** Where to go if nothing that is waited for follows. */
  Label fail(Block block, Threads open) {
    Threads.Thread pending = open.pending();
    if (pending != null) {
      return graph.ending(block, pending.bindings(), 0);
    }
    return block.fallback() == null ? rejected : graph.block(block, block.fallback(), 0, 0);
  }

  /** Whether a layer can also be read as an extension header, and is not counted if passed over. */
  boolean isExtension(Protocol protocol) {
    return protocol.name().equals(SEGMENTS);
  }

  /**
   * What is open behind a layer. Behind a segment routing header that was taken as a layer, the
   * reading in which it is only an extension header comes second.
   */
  Threads withReadingsBelow(Block block, Threads taken) {
    if (!isExtension(block.protocol())) {
      return taken;
    }
    Threads.Collector both = new Threads.Collector();
    taken.list().forEach(both::add);
    block.threads().list().forEach(both::add);
    return both.threads();
  }

  /** Emits the way from a layer whose bytes were found to the next. */
  void go(Block block, Threads open, FieldCode.Layer layer) {
    Label fail = fail(block, open);
    if (block.beside()) {
      beside(block, open, layer, fail);
      return;
    }
    Protocol protocol = block.protocol();
    switch (protocol.next()) {
      case Next.Nothing nothing -> asm.jump(fail);
      case Next.Always always -> {
        Place place = end(block, layer, fail);
        enter(block, always.protocol(), place, open, fail);
      }
      case Next.ByNumber number -> byNumber(block, open, layer, number, fail);
      case Next.ByPorts ports -> byPorts(block, open, layer, ports, fail);
      case Next.ByLabelStack stack -> byLabelStack(block, open, layer, stack, fail);
      case Next.ByNibble nibble -> {
        nibble.guards().forEach(guard -> guard(guard, layer, fail));
        Place place = end(block, layer, fail);
        byNibble(block, open, place, nibble.cases(), fail);
      }
      case Next.ByWalk walk -> byWalk(block, open, layer, fail);
    }
  }

  /** Ethernet in front of the tag beside the packet, or that tag. */
  private void beside(Block block, Threads open, FieldCode.Layer layer, Label fail) {
    Next.ByNumber number = (Next.ByNumber) block.protocol().next();
    if (block.protocol().name().equals("eth")) {
      SkbField.VLAN_PROTOCOL.load(asm, R0);
      for (Next.Case which : number.cases()) {
        Threads inside = routes.through(open, which.protocol());
        boolean isTag = List.of("vlan", "qinq").contains(which.protocol());
        if (isTag && inside != null) {
          Protocol tag = filter.table().get(which.protocol());
          Block next = new Block(Block.Kind.LAYER, tag, true, new Place.Constant(0), inside, null);
          asm.jumpIf32(Condition.EQ, R0, which.number(), graph.block(block, next, 0, 0));
        }
      }
      asm.jump(fail);
      return;
    }
    layer.loads().load(R0, TAG_BESIDE_TYPE, Width.HALF, fail);
    cases(block, open, new Place.Constant(TAG_BESIDE_END), number.cases(), fail);
  }

  private void byNumber(
      Block block, Threads open, FieldCode.Layer layer, Next.ByNumber number, Label fail) {
    number.guards().forEach(guard -> guard(guard, layer, fail));
    Place place = end(block, layer, fail);
    Width width = Width.ofBytes(number.bytes());
    layer.loads().loadRaw(R0, number.byteOffset(), width, fail);
    cases(block, open, place, number.cases(), width::inPacketOrder, fail);
  }

  /** Goes by the number in R0. */
  private void cases(Block block, Threads open, Place place, List<Next.Case> cases, Label fail) {
    cases(block, open, place, cases, number -> number, fail);
  }

  /**
   * @param inRegister how a number looks in R0
   */
  private void cases(
      Block block,
      Threads open,
      Place place,
      List<Next.Case> cases,
      IntUnaryOperator inRegister,
      Label fail) {
    for (Next.Case which : cases) {
      Threads inside = routes.through(open, which.protocol());
      if (inside != null) {
        asm.jumpIf32(
            Condition.EQ,
            R0,
            inRegister.applyAsInt(which.number()),
            block(block, which.protocol(), place, inside));
      }
    }
    asm.jump(fail);
  }

  private void enter(Block block, String protocol, Place place, Threads open, Label fail) {
    Threads inside = routes.through(open, protocol);
    asm.jump(inside == null ? fail : block(block, protocol, place, inside));
  }

  private Label block(Block from, String protocol, Place place, Threads inside) {
    Block next = Block.layer(filter.table().get(protocol), place, inside);
    return graph.block(from, next, bytes(from), Needs.nextEnd(from.protocol(), from.beside()));
  }

  private static int bytes(Block from) {
    if (from.beside()) {
      return from.protocol().name().equals("eth") ? 0 : TAG_BESIDE_END;
    }
    return from.protocol().length().least();
  }

  private void guard(Next.Guard guard, FieldCode.Layer layer, Label fail) {
    Width width = Width.ofBytes(guard.bytes());
    layer.loads().loadRaw(R0, guard.byteOffset(), width, fail);
    asm.alu(Operation.AND, R0, width.inPacketOrder(guard.mask()));
    asm.jumpIf32(Condition.NE, R0, width.inPacketOrder(guard.value()), fail);
  }

  /** The end of the header: known, or in R7. */
  private Place end(Block block, FieldCode.Layer layer, Label fail) {
    if (block.place() instanceof Place.Constant constant
        && block.protocol().length() instanceof HeaderLength.Fixed fixed) {
      return new Place.Constant(constant.offset() + fixed.bytes());
    }
    HeaderLength length = block.protocol().length();
    lengths.end(length, block.place(), layer.loads(), fail);
    return tracksOffsets && length.most().isPresent()
        ? Place.Running.behind(block.place(), length.most().getAsInt())
        : Place.Running.anywhere();
  }

  /** The place some bytes behind another. */
  private Place behind(Place place, int bytes) {
    if (place instanceof Place.Constant constant) {
      return new Place.Constant(constant.offset() + bytes);
    }
    if (bytes != 0) {
      asm.alu(Operation.ADD, R7, bytes);
    }
    return tracksOffsets ? Place.Running.behind(place, bytes) : place;
  }

  private void byLabelStack(
      Block block, Threads open, FieldCode.Layer layer, Next.ByLabelStack stack, Label fail) {
    layer.loads().load(R0, 2, Width.BYTE, fail);
    Place place = end(block, layer, fail);
    String self = block.protocol().name();
    Threads deeper = routes.through(open, self);
    Label bottom = asm.newLabel();
    asm.jumpIf(Condition.SET, R0, 1, bottom);
    asm.jump(deeper == null ? fail : block(block, self, place, deeper));
    asm.bind(bottom);
    byNibble(block, open, place, stack.cases(), fail);
  }

  private void byNibble(Block block, Threads open, Place place, List<Next.Case> cases, Label fail) {
    boolean any = cases.stream().anyMatch(which -> routes.through(open, which.protocol()) != null);
    if (!any) {
      asm.jump(fail);
      return;
    }
    new OffsetLoads(asm, packet, place).load(R0, 0, Width.BYTE, fail);
    asm.alu(Operation.RSH, R0, 4);
    cases(block, open, place, cases, fail);
  }

  private void byPorts(
      Block block, Threads open, FieldCode.Layer layer, Next.ByPorts ports, Label fail) {
    Place end = end(block, layer, fail);
    boolean tunnels =
        ports.cases().stream()
            .anyMatch(c -> !c.eitherEnd() && routes.through(open, c.protocol()) != null);
    Block fallback =
        tunnels
            ? new Block(Block.Kind.TUNNEL, block.protocol(), false, end, open, block.fallback())
            : null;
    boolean eitherEnd =
        ports.cases().stream()
            .anyMatch(c -> c.eitherEnd() && routes.through(open, c.protocol()) != null);
    if (eitherEnd) {
      layer.loads().loadRaw(R0, 0, Width.HALF, fail);
    }
    layer.loads().loadRaw(R1, 2, Width.HALF, fail);
    for (Next.PortCase which : ports.cases()) {
      Threads inside = routes.through(open, which.protocol());
      if (which.eitherEnd() && inside != null) {
        leaf(block, which, end, inside, fallback, fail);
      }
    }
    if (tunnels) {
      tunnels(block, open, ports, end, fail);
    } else {
      asm.jump(fail);
    }
  }

  /** A reading by either port, R0 and R1 as they lie in the packet. */
  private void leaf(
      Block block, Next.PortCase which, Place end, Threads inside, Block fallback, Label fail) {
    Label is = asm.newLabel();
    Label isNot = asm.newLabel();
    int port = Width.HALF.inPacketOrder(which.port());
    asm.jumpIf32(Condition.EQ, R0, port, is);
    asm.jumpIf32(Condition.NE, R1, port, isNot);
    asm.bind(is);
    Label other = fallback == null ? fail : graph.block(block, fallback, bytes(block), 4);
    if (which.nonZero()) {
      new OffsetLoads(asm, packet, end).load(R0, 0, Width.WORD, other);
      asm.jumpIf32(Condition.EQ, R0, 0, other);
    }
    Place place = behind(end, which.gap());
    Protocol protocol = filter.table().get(which.protocol());
    Block next = new Block(Block.Kind.LAYER, protocol, false, place, inside, fallback);
    asm.jump(graph.block(block, next, bytes(block) + which.gap(), 4));
    asm.bind(isNot);
  }

  /** The readings by the destination port, R1 as it lies in the packet. */
  private void tunnels(Block block, Threads open, Next.ByPorts ports, Place end, Label fail) {
    for (Next.PortCase which : ports.cases()) {
      Threads inside = routes.through(open, which.protocol());
      if (!which.eitherEnd() && inside != null) {
        int port = Width.HALF.inPacketOrder(which.port());
        asm.jumpIf32(Condition.EQ, R1, port, block(block, which.protocol(), end, inside));
      }
    }
    asm.jump(fail);
  }

  /** The block for readings by the destination port alone. */
  void tunnel(Block block) {
    Label fail = fail(block, block.threads());
    int header = block.protocol().length().least();
    if (block.place() instanceof Place.Constant constant) {
      packet.read(R1, constant.offset() - header + 2, Width.HALF, fail);
    } else {
      asm.mov(R2, R7).alu(Operation.SUB, R2, header - 2);
      packet.readAt(R1, R2, Width.HALF, fail);
    }
    Next.ByPorts ports = (Next.ByPorts) block.protocol().next();
    for (Next.PortCase which : ports.cases()) {
      Threads inside = routes.through(block.threads(), which.protocol());
      if (!which.eitherEnd() && inside != null) {
        Block next = Block.layer(filter.table().get(which.protocol()), block.place(), inside);
        asm.jumpIf32(Condition.EQ, R1, which.port(), graph.block(block, next, 0, 0));
      }
    }
    asm.jump(fail);
  }

  private void byWalk(Block block, Threads open, FieldCode.Layer layer, Label fail) {
    boolean isSegments = isExtension(block.protocol());
    if (isSegments) {
      lengths.end(block.protocol().length(), block.place(), layer.loads(), fail);
    }
    layer.loads().load(R0, isSegments ? 0 : IPV6_NEXT_HEADER, Width.BYTE, fail);
    asm.mov(R9, R0);
    if (isSegments) {
      asm.load(Width.DOUBLE, R8, R10, Stack.EXTENSIONS);
    } else {
      lengths.advance(block.place(), block.protocol().length().least());
      asm.mov(R8, LengthCode.MAX_IPV6_EXTENSIONS);
    }
    int needed = Needs.nextEnd(block.protocol(), false);
    asm.jump(graph.block(block, walkOf(open), bytes(block), needed));
  }

  private Block walkOf(Threads open) {
    Protocol ipv6 = filter.table().get("ipv6");
    return new Block(Block.Kind.WALK, ipv6, false, Place.Running.anywhere(), open, null);
  }

  /** The block at an IPv6 extension header or what follows the last; a loop that R8 bounds. */
  void walk(Block block) {
    Threads open = block.threads();
    Label fail = fail(block, open);
    Next.ByWalk next = (Next.ByWalk) block.protocol().next();
    for (Next.Case which : next.cases()) {
      Threads inside = routes.through(open, which.protocol());
      if (which.number() != ExtensionCode.ROUTING && inside != null) {
        Block layer =
            Block.layer(filter.table().get(which.protocol()), Place.Running.anywhere(), inside);
        asm.jumpIf32(Condition.EQ, R9, which.number(), graph.block(block, layer, 0, 0));
      }
    }
    asm.jumpIf(Condition.EQ, R8, 0, fail);
    asm.alu(Operation.SUB, R8, 1);
    boolean wantsSegments =
        filter.protocols().contains(SEGMENTS) && routes.through(open, SEGMENTS) != null;
    if (wantsSegments) {
      Label other = asm.newLabel();
      asm.jumpIf32(Condition.NE, R9, ExtensionCode.ROUTING, other);
      new OffsetLoads(asm, packet, Place.Running.anywhere())
          .load(R0, ROUTING_TYPE, Width.BYTE, other);
      asm.jumpIf(Condition.NE, R0, SEGMENT_ROUTING, other);
      Block segments =
          new Block(
              Block.Kind.LAYER,
              filter.table().get(SEGMENTS),
              false,
              Place.Running.anywhere(),
              open,
              null);
      asm.store(Width.DOUBLE, R10, Stack.EXTENSIONS, R8);
      asm.jump(graph.block(block, segments, 0, 3));
      asm.bind(other);
    }
    new ExtensionCode(asm, packet).step(fail, fail, fail);
    asm.jump(graph.block(block, block, 8, 2));
  }
}
