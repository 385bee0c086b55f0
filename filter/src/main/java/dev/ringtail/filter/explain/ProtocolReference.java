// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.explain;

import dev.ringtail.filter.protocol.EntryList;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.Next;
import dev.ringtail.filter.protocol.OptionKind;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The protocol table as a page: for each protocol what carries it, its fields, flags and names. */
public final class ProtocolReference {

  private ProtocolReference() {}

  /** The page in Markdown, one section for each protocol. */
  public static String markdown(ProtocolTable table) {
    StringBuilder out = new StringBuilder();
    for (Protocol protocol : table.all()) {
      section(out, table, protocol);
    }
    return out.toString();
  }

  private static void section(StringBuilder out, ProtocolTable table, Protocol protocol) {
    out.append("### `%s`: %s%n%n".formatted(protocol.name(), protocol.title()));
    String carriers =
        table.carriersOf(protocol.name()).stream()
            .map(carrier -> "`" + carrier.name() + "`" + selector(carrier, protocol.name()))
            .collect(Collectors.joining(", "));
    String start = protocol.name().equals("eth") ? "the start of a packet" : "";
    out.append("Carried by ").append(start).append(start.isEmpty() ? "" : ", ");
    out.append(carriers).append(".\n\n| field | bits | holds |\n|---|---|---|\n");
    for (Field field : protocol.fields()) {
      out.append("| `%s` | %d | %s |%n".formatted(field.name(), field.bits(), holds(field)));
    }
    line(out, "Aliases", protocol.aliases());
    line(out, "Flags", protocol.flags().stream().map(Field::name).toList());
    for (OptionKind option : protocol.options()) {
      String fields = names(option.fields().stream().map(Field::name).toList());
      String path = "`%s.options.%s`".formatted(protocol.name(), option.name());
      out.append("%nOption %s%s.%n".formatted(path, fields.isEmpty() ? "" : ": " + fields));
    }
    for (EntryList list : protocol.lists()) {
      String fields = names(list.fields().stream().map(Field::name).toList());
      out.append("%nList `%s.%s[n]`: %s.%n".formatted(protocol.name(), list.name(), fields));
    }
    out.append('\n');
  }

  private static String selector(Protocol carrier, String name) {
    String numbers =
        switch (carrier.next()) {
          case Next.ByNumber by -> numbers(by.cases(), name, carrier.name().startsWith("ip"));
          case Next.ByWalk by -> numbers(by.cases(), name, true);
          case Next.ByPorts by ->
              by.cases().stream()
                  .filter(which -> which.protocol().equals(name))
                  .map(which -> Integer.toString(which.port()))
                  .collect(Collectors.joining(", "));
          default -> "";
        };
    return numbers.isEmpty() ? "" : " (" + numbers + ")";
  }

  private static String numbers(List<Next.Case> cases, String name, boolean decimal) {
    return cases.stream()
        .filter(which -> which.protocol().equals(name))
        .map(which -> decimal ? "" + which.number() : "0x%04x".formatted(which.number()))
        .collect(Collectors.joining(", "));
  }

  private static String holds(Field field) {
    String type = field.type().title();
    String symbols =
        field.symbols().entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(symbol -> "`%s` %d".formatted(symbol.getKey(), symbol.getValue()))
            .collect(Collectors.joining(", "));
    String optional = field.presence().isPresent() ? ", if its flag says that it is there" : "";
    return type + optional + (symbols.isEmpty() ? "" : ": " + symbols);
  }

  private static void line(StringBuilder out, String title, List<String> words) {
    if (!words.isEmpty()) {
      out.append("%n%s: %s.%n".formatted(title, names(words)));
    }
  }

  private static String names(List<String> words) {
    return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
  }
}
