// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One protocol.
 *
 * @param name as filters write it
 * @param title for people
 * @param length of its header
 * @param next what follows
 * @param fields of the header
 * @param flags bits that may share a name with a field ({@code ack}); asked without comparison
 * @param options of the header, by name
 * @param lists of entries in the header
 */
public record Protocol(
    String name,
    String title,
    HeaderLength length,
    Next next,
    List<Field> fields,
    List<Field> flags,
    List<OptionKind> options,
    List<EntryList> lists) {

  /** Names that read either end: alias to source and destination. */
  private static final Map<String, List<String>> ALIASES =
      Map.of(
          "port", List.of("sport", "dport"),
          "host", List.of("src", "dst"),
          "net", List.of("src", "dst"));

  Protocol(String name, String title, HeaderLength length, Next next, List<Field> fields) {
    this(name, title, length, next, fields, List.of(), List.of(), List.of());
  }

  Protocol withFlags(List<Field> bits) {
    return new Protocol(name, title, length, next, fields, bits, options, lists);
  }

  Protocol withOptions(List<OptionKind> kinds) {
    return new Protocol(name, title, length, next, fields, flags, kinds, lists);
  }

  Protocol withList(EntryList list) {
    return new Protocol(name, title, length, next, fields, flags, options, List.of(list));
  }

  Protocol withNext(Next other) {
    return new Protocol(name, title, length, other, fields, flags, options, lists);
  }

  /** By the name alone: protocols are keys of many maps. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  public Optional<Field> field(String wanted) {
    return fields.stream().filter(field -> field.name().equals(wanted)).findFirst();
  }

  /** The bit that a flag names: one of the flags, or a field of one bit. */
  public Optional<Field> flag(String wanted) {
    return flags.stream()
        .filter(flag -> flag.name().equals(wanted))
        .findFirst()
        .or(() -> field(wanted).filter(Field::isFlag));
  }

  public Optional<OptionKind> option(String wanted) {
    return options.stream().filter(option -> option.name().equals(wanted)).findFirst();
  }

  public Optional<EntryList> list(String wanted) {
    return lists.stream().filter(list -> list.name().equals(wanted)).findFirst();
  }

  /** The fields that a name reads, source first: one, or two if it is an alias; none if unknown. */
  public List<Field> read(String wanted) {
    Optional<Field> own = field(wanted);
    if (own.isPresent()) {
      return List.of(own.get());
    }
    List<Field> ends =
        ALIASES.getOrDefault(wanted, List.of()).stream()
            .flatMap(end -> field(end).stream())
            .toList();
    boolean addresses = ends.stream().allMatch(end -> end.type().isAddress());
    boolean fits = ends.size() == 2 && (wanted.equals("port") || addresses);
    return fits ? ends : List.of();
  }

  /** Aliases that the protocol has. */
  public List<String> aliases() {
    return ALIASES.keySet().stream().filter(alias -> !read(alias).isEmpty()).sorted().toList();
  }
}
