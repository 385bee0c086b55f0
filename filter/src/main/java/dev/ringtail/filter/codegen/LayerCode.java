// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R10;
import static dev.ringtail.filter.bpf.Register.R2;
import static dev.ringtail.filter.bpf.Register.R3;
import static dev.ringtail.filter.bpf.Register.R7;
import static dev.ringtail.filter.bpf.Register.R8;
import static dev.ringtail.filter.bpf.Register.R9;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.check.Node;
import dev.ringtail.filter.check.Test;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The block of a layer: finds its bytes, asks the predicates, and goes on with what is open. */
final class LayerCode {

  private final Assembler asm;
  private final PacketReader packet;
  private final FieldCode fields;
  private final BlockGraph graph;
  private final TransitionCode transitions;
  private final ProtocolTable table;
  private final Set<Integer> names;
  private final boolean wantsLast;
  private final boolean manyPaths;

  LayerCode(
      Assembler asm,
      PacketReader packet,
      FieldCode fields,
      BlockGraph graph,
      TransitionCode transitions,
      ProtocolTable table,
      Set<Integer> names,
      boolean wantsLast,
      boolean manyPaths) {
    this.asm = asm;
    this.packet = packet;
    this.fields = fields;
    this.graph = graph;
    this.transitions = transitions;
    this.table = table;
    this.names = names;
    this.wantsLast = wantsLast;
    this.manyPaths = manyPaths;
  }

  void emit(Block block) {
    Needs needs = Needs.of(block);
    find(block, needs);
    HeaderLoads loads = new HeaderLoads(asm, needs.partial());
    FieldCode.Layer layer =
        new FieldCode.Layer(block.protocol(), block.beside(), block.place(), loads);
    new Decision(block, layer).decide(0, new HashMap<>());
  }

  /** R8 = the header; if there may be less than all of it, R9 = how much. */
  private void find(Block block, Needs needs) {
    if (needs.ends().isEmpty()) {
      return;
    }
    Label ready = asm.newLabel();
    Label slow = asm.newLabel();
    packet.data(R8);
    packet.dataEnd(R2);
    if (block.place() instanceof Place.Constant constant) {
      asm.mov(R3, R8).alu(Operation.ADD, R3, constant.offset() + needs.greatest());
      if (constant.offset() > 0) {
        asm.alu(Operation.ADD, R8, constant.offset());
      }
    } else {
      asm.alu(Operation.ADD, R8, R7);
      asm.mov(R3, R8).alu(Operation.ADD, R3, needs.greatest());
    }
    if (needs.partial()) {
      asm.mov(R9, needs.greatest());
    }
    asm.jumpIf(Condition.GT, R3, R2, slow);
    asm.bind(ready);
    Label fail = transitions.fail(block, block.threads());
    asm.defer(
        () -> {
          asm.bind(slow);
          copy(block, needs, ready, fail);
        });
  }

  /** The same by the helper: as many bytes of what is needed as there are. */
  private void copy(Block block, Needs needs, Label ready, Label fail) {
    List<Integer> descending = List.copyOf(((TreeSet<Integer>) needs.ends()).descendingSet());
    for (int bytes : needs.partial() ? descending : List.of(needs.greatest())) {
      Label fewer = needs.partial() ? asm.newLabel() : fail;
      OffsetLoads.offset(R2, asm, block.place());
      packet.copyTo(Stack.HEADER, bytes, fewer);
      asm.mov(R8, R10).alu(Operation.ADD, R8, Stack.HEADER);
      if (needs.partial()) {
        asm.mov(R9, bytes);
      }
      asm.jump(ready);
      if (needs.partial()) {
        asm.bind(fewer);
      }
    }
    if (needs.partial()) {
      asm.mov(R8, R10).alu(Operation.ADD, R8, Stack.HEADER);
      asm.mov(R9, 0).jump(ready);
    }
  }

  /** Asks the predicates of one way after the other; each answer is a branch of the code. */
  private final class Decision {
    private final Block block;
    private final FieldCode.Layer layer;
    private final Map<Threads, Label> done = new HashMap<>();

    private Decision(Block block, FieldCode.Layer layer) {
      this.block = block;
      this.layer = layer;
    }

    /**
     * @param index of the way that is asked next
     * @param answers by the tests that were asked
     */
    private void decide(int index, Map<List<Test>, Boolean> answers) {
      List<Threads.Thread> threads = block.threads().list();
      int at = index;
      while (at < threads.size() && !isOpen(threads.get(at), answers)) {
        at++;
      }
      Threads.Collector soFar = collect(answers, at);
      if (at == threads.size() || soFar.isClosed()) {
        finish(soFar.threads());
        return;
      }
      List<Test> tests = ((Node.Consume) threads.get(at).node()).tests();
      Label no = asm.newLabel();
      for (Test test : tests) {
        fields.ask(test, layer, no, no);
      }
      decide(at + 1, with(answers, tests, true));
      asm.bind(no);
      decide(at + 1, with(answers, tests, false));
    }

    private boolean isOpen(Threads.Thread thread, Map<List<Test>, Boolean> answers) {
      return thread.node() instanceof Node.Consume consume
          && block.isFor(consume)
          && !consume.tests().isEmpty()
          && !answers.containsKey(consume.tests());
    }

    private Map<List<Test>, Boolean> with(
        Map<List<Test>, Boolean> answers, List<Test> tests, boolean answer) {
      Map<List<Test>, Boolean> more = new HashMap<>(answers);
      more.put(tests, answer);
      return more;
    }

    /** What is open behind the layer, of the ways in front of a limit. */
    private Threads.Collector collect(Map<List<Test>, Boolean> answers, int limit) {
      Threads.Collector collector = new Threads.Collector();
      for (Threads.Thread thread : block.threads().list().subList(0, limit)) {
        switch (thread.node()) {
          case Node.Consume consume -> {
            boolean holds =
                consume.tests().isEmpty() || answers.getOrDefault(consume.tests(), false);
            if (block.isFor(consume) && holds) {
              collector.add(consume.next(), thread.passed(), bind(thread, consume));
            }
          }
          case Node.Skip skip -> {
            if (!transitions.isExtension(block.protocol())) {
              collector.add(skip, thread.passed() + 1, thread.bindings());
            }
          }
          default -> collector.add(thread);
        }
      }
      return collector;
    }

    private Protocol layout() {
      return table.layout(block.protocol());
    }

    private List<Binding> bind(Threads.Thread thread, Node.Consume consume) {
      List<Binding> bindings = new ArrayList<>(thread.bindings());
      Place place = place();
      for (int name : consume.names()) {
        if (names.contains(name)) {
          bindings.add(new Binding(name, layout(), block.beside(), place));
        }
      }
      if (wantsLast) {
        bindings.removeIf(binding -> binding.name() == Binding.LAST);
        bindings.add(new Binding(Binding.LAST, layout(), block.beside(), place));
      }
      return bindings;
    }

    /**
     * Where the offset of this layer can be kept: a slot that no open way uses. Constants are fine
     * where there is no {@code //}; with it they would make many more blocks.
     */
    private Place place() {
      if (block.place() instanceof Place.Constant && !manyPaths) {
        return block.place();
      }
      Set<Place> used = new HashSet<>();
      block
          .threads()
          .list()
          .forEach(thread -> thread.bindings().forEach(binding -> used.add(binding.place())));
      for (int slot = 0; slot < Stack.SLOT_COUNT; slot++) {
        Place place = new Place.Slot(slot);
        if (!used.contains(place)) {
          return place;
        }
      }
      throw new TooLargeException();
    }

    private void finish(Threads open) {
      Label known = done.get(open);
      if (known != null) {
        asm.jump(known);
        return;
      }
      Label here = asm.newLabel();
      done.put(open, here);
      asm.bind(here);
      Threads next = transitions.withReadingsBelow(block, open);
      keepOffset(next);
      if (next.isEmpty()) {
        asm.jump(transitions.fail(block, next));
      } else if (next.isAccepted()) {
        asm.jump(graph.ending(block, next.list().getFirst().bindings(), leastTestEnd()));
      } else {
        transitions.go(block, next, layer);
      }
    }

    private void keepOffset(Threads open) {
      if (!(place() instanceof Place.Slot slot)) {
        return;
      }
      boolean used =
          open.list().stream()
              .flatMap(thread -> thread.bindings().stream())
              .anyMatch(binding -> binding.place().equals(slot));
      if (used && block.place() instanceof Place.Constant constant) {
        asm.store(Width.HALF, R10, Stack.slot(slot.number()), constant.offset());
      } else if (used) {
        asm.store(Width.HALF, R10, Stack.slot(slot.number()), R7);
      }
    }

    private int leastTestEnd() {
      return block.threads().list().stream()
          .map(Threads.Thread::node)
          .filter(Node.Consume.class::isInstance)
          .mapToInt(
              node ->
                  Needs.testEnd(((Node.Consume) node).tests(), block.protocol(), block.beside()))
          .min()
          .orElse(0);
    }
  }
}
