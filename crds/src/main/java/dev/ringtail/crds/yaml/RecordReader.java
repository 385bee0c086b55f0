// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.ringtail.crds.rule.ByteRange;
import dev.ringtail.crds.rule.SpecRules;
import dev.ringtail.crds.rule.TimeRange;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.CpuList;
import dev.ringtail.crds.value.TimeSpan;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Makes records of the API from the nodes of a document; whatever does not fit is an error. */
final class RecordReader {
  private final Source source;

  RecordReader(Source source) {
    this.source = source;
  }

  /** Reads a mapping into a record; components without a field are null, or false. */
  <T extends Record> T read(Node node, Class<T> type, String path) {
    RecordComponent[] components = type.getRecordComponents();
    List<String> names = Stream.of(components).map(RecordComponent::getName).toList();
    Map<String, Node> fields = Fields.of(node, path, names, source);
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      Node value = fields.get(names.get(i));
      if (value != null) {
        values[i] = component(value, field(type, names.get(i)), Fields.join(path, names.get(i)));
      } else if (types[i] == boolean.class) {
        values[i] = false;
      }
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("cannot make " + type, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make " + type, e);
    }
  }

  private Object component(Node node, Field field, String path) {
    Class<?> type = field.getType();
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL)) {
      throw source.error(path, "is empty; give it a value or leave it out");
    }
    if (type == List.class) {
      return list(node, field, path);
    }
    if (type == Map.class) {
      return texts(node, path);
    }
    if (type == Integer.class || type == Long.class) {
      return number(node, field, path);
    }
    if (type == ByteCount.class) {
      String rule =
          Optional.ofNullable(field.getAnnotation(ByteRange.class))
              .map(SpecRules::message)
              .orElse("must be an amount of bytes, written like 256Mi, 4G or plain bytes");
      return value(node, true, ByteCount::of, rule, path);
    }
    if (type == TimeSpan.class) {
      String rule =
          Optional.ofNullable(field.getAnnotation(TimeRange.class))
              .map(SpecRules::message)
              .orElse("must be a span of time, written like 60s, 10m or 1h30m");
      return value(node, false, TimeSpan::of, rule, path);
    }
    if (type == CpuList.class) {
      return value(Scalars.text(node, path, source), node, CpuList::of, CpuList.RULE, path);
    }
    return single(node, type, path);
  }

  private Object single(Node node, Class<?> type, String path) {
    if (type == String.class) {
      return Scalars.text(node, path, source);
    }
    if (type == boolean.class) {
      return Scalars.truth(node, path, source);
    }
    if (type.isEnum()) {
      return constant(node, type, path);
    }
    if (type.isRecord()) {
      return read(node, type.asSubclass(Record.class), path);
    }
    throw new IllegalStateException("no reader for " + type + " at " + path);
  }

  private List<Object> list(Node node, Field field, String path) {
    if (!(node instanceof SequenceNode sequence)) {
      throw source.error(path, "must be a list, not " + Scalars.describe(node));
    }
    if (sequence.getValue().isEmpty()) {
      throw source.error(path, "must not be an empty list; leave it out");
    }
    Class<?> type =
        (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
    List<Object> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      String itemPath = "%s[%d]".formatted(path, items.size());
      source.put(itemPath, item.getStartMark());
      items.add(single(item, type, itemPath));
    }
    return items;
  }

  /** Reads a mapping from names to texts, such as labels. */
  Map<String, String> texts(Node node, String path) {
    Map<String, String> texts = new LinkedHashMap<>();
    Fields.of(node, path, source)
        .forEach(
            (name, value) -> texts.put(name, Scalars.text(value, Fields.join(path, name), source)));
    return texts;
  }

  private Object number(Node node, Field field, String path) {
    boolean small = field.getType() == Integer.class;
    long min =
        Optional.ofNullable(field.getAnnotation(Min.class)).map(a -> (long) a.value()).orElse(0L);
    long max =
        Optional.ofNullable(field.getAnnotation(Max.class))
            .map(a -> (long) a.value())
            .orElse(small ? Integer.MAX_VALUE : Long.MAX_VALUE);
    long number = Scalars.number(node, path, min, max, source);
    return small ? (Object) Math.toIntExact(number) : (Object) number;
  }

  private Object value(
      Node node, boolean plain, Function<String, ?> parse, String rule, String path) {
    if (node instanceof ScalarNode scalar
        && (scalar.getTag().equals(Tag.STR) || plain && scalar.getTag().equals(Tag.INT))) {
      return value(scalar.getValue(), node, parse, rule, path);
    }
    throw source.error(path, "%s, not %s".formatted(rule, Scalars.describe(node)));
  }

  private Object value(
      String text, Node node, Function<String, ?> parse, String rule, String path) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw source.errorAt(node.getStartMark(), "%s %s, not \"%s\"".formatted(path, rule, text), e);
    }
  }

  private Object constant(Node node, Class<?> type, String path) {
    Map<String, Object> constants = new LinkedHashMap<>();
    for (Object constant : type.getEnumConstants()) {
      Field field = field(type, ((Enum<?>) constant).name());
      constants.put(field.getAnnotation(JsonProperty.class).value(), constant);
    }
    String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    Object constant = constants.get(text);
    if (constant == null) {
      throw source.error(
          path,
          "must be one of %s, not %s%s"
              .formatted(
                  String.join(", ", constants.keySet()),
                  Scalars.describe(node),
                  Spelling.suggestion(text, constants.keySet())));
    }
    return constant;
  }

  private static Field field(Class<?> type, String name) {
    try {
      return type.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(type + " has no field " + name, e);
    }
  }
}
