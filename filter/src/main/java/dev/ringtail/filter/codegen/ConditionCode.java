// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import static dev.ringtail.filter.bpf.Register.R0;
import static dev.ringtail.filter.bpf.Register.R1;
import static dev.ringtail.filter.bpf.Register.R10;
import static dev.ringtail.filter.bpf.Register.R7;
import static dev.ringtail.filter.bpf.Register.R8;

import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Width;
import dev.ringtail.filter.chain.Comparison;
import dev.ringtail.filter.chain.Expression;
import dev.ringtail.filter.check.Condition;
import dev.ringtail.filter.check.Quantity;
import dev.ringtail.filter.check.Test;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.ValueType;
import java.util.List;
import java.util.Optional;

/** Decides {@code where} for a way that was found. */
final class ConditionCode {

  private final Assembler asm;
  private final FieldCode fields;
  private final PacketReader packet;
  private final PartCode parts;
  private final Label missing;

  /**
   * @param missing where to go if the packet ends before a field that is read
   */
  ConditionCode(
      Assembler asm, PacketReader packet, FieldCode fields, Forgetting forgetting, Label missing) {
    this.asm = asm;
    this.packet = packet;
    this.fields = fields;
    this.missing = missing;
    this.parts = new PartCode(asm, packet, forgetting, missing);
  }

  /** Goes to one of the labels. */
  void decide(Condition condition, List<Binding> bindings, Label yes, Label no) {
    new Decision(bindings, null).decide(condition, yes, no);
  }

  /** The layers of one way; inside any and all, also the one that is asked about. */
  private final class Decision {
    private final List<Binding> bindings;
    private final Binding current;

    private Decision(List<Binding> bindings, Binding current) {
      this.bindings = bindings;
      this.current = current;
    }

    private void decide(Condition condition, Label yes, Label no) {
      switch (condition) {
        case Condition.Truth truth -> asm.jump(truth.value() ? yes : no);
        case Condition.Not not -> decide(not.operand(), no, yes);
        case Condition.And and -> {
          Label second = asm.newLabel();
          decide(and.left(), second, no);
          asm.bind(second);
          decide(and.right(), yes, no);
        }
        case Condition.Or or -> {
          Label second = asm.newLabel();
          decide(or.left(), yes, second);
          asm.bind(second);
          decide(or.right(), yes, no);
        }
        case Condition.Each each -> each(each, yes, no);
        case Condition.Exists exists -> exists(exists.source(), yes, no);
        case Condition.Ask ask -> ask(ask, yes, no);
        case Condition.Compare compare -> compare(compare, yes, no);
      }
    }

    private void each(Condition.Each each, Label yes, Label no) {
      for (Binding binding : bindings) {
        if (binding.name() == each.name()) {
          Label next = asm.newLabel();
          Decision inner = new Decision(bindings, binding);
          inner.decide(each.operand(), each.all() ? next : yes, each.all() ? no : next);
          asm.bind(next);
        }
      }
      asm.jump(each.all() ? yes : no);
    }

    /** The layer that a source names on this way. */
    private Optional<Binding> layer(Quantity.Source source) {
      if (source.index() == Quantity.Source.CURRENT) {
        return Optional.of(current);
      }
      return bindings.stream()
          .filter(binding -> binding.name() == source.name())
          .skip(source.index())
          .findFirst();
    }

    private FieldCode.Layer loadable(Binding binding) {
      return new FieldCode.Layer(
          binding.protocol(),
          binding.beside(),
          binding.place(),
          new OffsetLoads(asm, packet, binding.place()));
    }

    private FieldCode.Layer part(Binding binding) {
      Place place = new Place.Part();
      return new FieldCode.Layer(
          binding.protocol(), false, place, new OffsetLoads(asm, packet, place));
    }

    private void exists(Quantity.Source source, Label yes, Label no) {
      Optional<Binding> layer = layer(source);
      if (layer.isEmpty()) {
        asm.jump(no);
        return;
      }
      Binding binding = layer.get();
      switch (source.access()) {
        case Quantity.Whole whole -> {}
        case Quantity.InHeader header -> {
          for (Field field : binding.protocol().read(header.field())) {
            fields.find(field, loadable(binding), missing, no);
          }
        }
        case Quantity.InEntry entry -> findEntry(entry, binding, no);
        case Quantity.InOption option -> findOption(option, binding, no);
      }
      asm.jump(yes);
    }

    private void findEntry(Quantity.InEntry entry, Binding binding, Label no) {
      number(entry.index(), 0, no);
      asm.mov(R7, R0);
      parts.entry(entry.list().walk(), binding.place(), no);
    }

    private void findOption(Quantity.InOption option, Binding binding, Label no) {
      int bytes = option.field() == null ? 0 : option.field().endByte();
      parts.option(binding.protocol(), option.option().kind(), bytes, binding.place(), no);
    }

    private void ask(Condition.Ask ask, Label yes, Label no) {
      Optional<Binding> layer = layer(ask.source());
      Test test = layer.map(l -> ask.tests().get(l.protocol().name())).orElse(null);
      if (test == null) {
        asm.jump(no);
        return;
      }
      FieldCode.Layer from = loadable(layer.get());
      switch (ask.source().access()) {
        case Quantity.InEntry entry -> {
          findEntry(entry, layer.get(), no);
          from = part(layer.get());
        }
        case Quantity.InOption option -> {
          findOption(option, layer.get(), no);
          from = part(layer.get());
        }
        default -> {}
      }
      fields.ask(test, from, no, missing);
      asm.jump(yes);
    }

    private void compare(Condition.Compare compare, Label yes, Label no) {
      Optional<ValueType> left = type(compare.left());
      Optional<ValueType> right = type(compare.right());
      if (left.isEmpty() || right.isEmpty() || left.get() != right.get()) {
        asm.jump(no);
        return;
      }
      number(compare.left(), 0, no);
      asm.store(Width.DOUBLE, R10, Stack.number(0), R0);
      boolean wide = left.get() == ValueType.IPV6;
      if (wide) {
        asm.store(Width.DOUBLE, R10, Stack.number(1), R1);
      }
      number(compare.right(), wide ? 2 : 1, no);
      asm.load(Width.DOUBLE, R7, R10, Stack.number(0));
      if (wide) {
        asm.load(Width.DOUBLE, R8, R10, Stack.number(1));
        Label equal = asm.newLabel();
        asm.jumpIf(dev.ringtail.filter.bpf.Condition.EQ, R7, R0, equal);
        decideBy(strict(compare.comparison()), R7, R0, yes, no);
        asm.bind(equal);
        decideBy(compare.comparison(), R8, R1, yes, no);
      } else {
        decideBy(compare.comparison(), R7, R0, yes, no);
      }
    }

    private void decideBy(
        Comparison comparison,
        dev.ringtail.filter.bpf.Register left,
        dev.ringtail.filter.bpf.Register right,
        Label yes,
        Label no) {
      asm.jumpIf(
          switch (comparison) {
            case EQUAL -> dev.ringtail.filter.bpf.Condition.EQ;
            case NOT_EQUAL -> dev.ringtail.filter.bpf.Condition.NE;
            case LESS -> dev.ringtail.filter.bpf.Condition.LT;
            case LESS_OR_EQUAL -> dev.ringtail.filter.bpf.Condition.LE;
            case GREATER -> dev.ringtail.filter.bpf.Condition.GT;
            case GREATER_OR_EQUAL -> dev.ringtail.filter.bpf.Condition.GE;
          },
          left,
          right,
          yes);
      asm.jump(no);
    }

    /** What a comparison asks of upper halves that differ. */
    private static Comparison strict(Comparison comparison) {
      return switch (comparison) {
        case LESS_OR_EQUAL -> Comparison.LESS;
        case GREATER_OR_EQUAL -> Comparison.GREATER;
        default -> comparison;
      };
    }

    /** The type of a quantity on this way; empty if the way has no such layer. */
    private Optional<ValueType> type(Quantity quantity) {
      if (!(quantity instanceof Quantity.Value value)) {
        return Optional.of(ValueType.NUMBER);
      }
      return layer(value.source()).map(binding -> field(binding, value.source().access()).type());
    }

    private Field field(Binding binding, Quantity.Access access) {
      return switch (access) {
        case Quantity.InHeader header -> binding.protocol().read(header.field()).getFirst();
        case Quantity.InEntry entry -> entry.field();
        case Quantity.InOption option -> option.field();
        case Quantity.Whole whole -> throw new IllegalStateException("a layer is no value");
      };
    }

    /**
     * R0 = the number; R1 too for IPv6 addresses.
     *
     * @param depth first free place for numbers
     */
    private void number(Quantity quantity, int depth, Label absent) {
      switch (quantity) {
        case Quantity.Constant constant -> asm.constant(R0, constant.value());
        case Quantity.Value value -> value(value.source(), depth, absent);
        case Quantity.Arithmetic arithmetic -> arithmetic(arithmetic, depth, absent);
      }
    }

    private void value(Quantity.Source source, int depth, Label absent) {
      Optional<Binding> layer = layer(source);
      if (layer.isEmpty()) {
        asm.jump(absent);
        return;
      }
      Field field = field(layer.get(), source.access());
      FieldCode.Layer from = loadable(layer.get());
      switch (source.access()) {
        case Quantity.InEntry entry -> {
          number(entry.index(), depth, absent);
          asm.mov(R7, R0);
          parts.entry(entry.list().walk(), layer.get().place(), absent);
          from = part(layer.get());
        }
        case Quantity.InOption option -> {
          findOption(option, layer.get(), absent);
          from = part(layer.get());
        }
        default -> {}
      }
      fields.read(field, from, missing, absent);
    }

    private void arithmetic(Quantity.Arithmetic arithmetic, int depth, Label absent) {
      if (depth == Stack.NUMBER_COUNT) {
        throw new TooLargeException();
      }
      number(arithmetic.left(), depth, absent);
      asm.store(Width.DOUBLE, R10, Stack.number(depth), R0);
      number(arithmetic.right(), depth + 1, absent);
      asm.mov(R1, R0);
      asm.load(Width.DOUBLE, R0, R10, Stack.number(depth));
      if (arithmetic.operator() == Expression.Operator.SHIFT_LEFT
          || arithmetic.operator() == Expression.Operator.SHIFT_RIGHT) {
        asm.alu(Operation.AND, R1, Long.SIZE - 1);
      }
      asm.alu(operation(arithmetic.operator()), R0, R1);
    }

    private static Operation operation(Expression.Operator operator) {
      return switch (operator) {
        case OR -> Operation.OR;
        case AND -> Operation.AND;
        case SHIFT_LEFT -> Operation.LSH;
        case SHIFT_RIGHT -> Operation.RSH;
        case ADD -> Operation.ADD;
        case SUBTRACT -> Operation.SUB;
        case MULTIPLY -> Operation.MUL;
        case DIVIDE -> Operation.DIV;
        case REMAINDER -> Operation.MOD;
      };
    }
  }
}
