// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.explain;

import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Completes chains as they are typed. */
public final class Completion {

  private static final Pattern VALUE =
      Pattern.compile("(\\w+)\\s*\\[[^\\]]*?(\\w+)\\s*(?:==|!=)\\s*(\\w*)$");
  private static final Pattern PREDICATE =
      Pattern.compile("(\\w+)\\s*\\[(?:[^\\]]*[,\\s!])?(\\w*)$");
  private static final Pattern REFERENCE = Pattern.compile("\\b(\\w+)\\.(\\w*)$");
  private static final Pattern CHILD =
      Pattern.compile("(\\w+)\\s*(?:\\[[^\\]]*\\])?[?*+]?(?:@\\w+)?/(\\w*)$");
  private static final Pattern LAYER = Pattern.compile("(?:^|[/(|])\\s*(\\w*)$");
  private static final Pattern WORD = Pattern.compile("(\\w*)$");

  private Completion() {}

  /**
   * What the last word of a filter may become.
   *
   * @param text the filter up to the cursor
   * @return whole words, in the order of the table, none if nothing fits
   */
  public static List<String> words(String text, ProtocolTable table) {
    Matcher matcher = VALUE.matcher(text);
    if (matcher.find()) {
      String field = matcher.group(2);
      Optional<Field> known = table.find(matcher.group(1)).flatMap(p -> p.field(field));
      return begin(known.stream().flatMap(f -> f.symbols().keySet().stream().sorted()), matcher, 3);
    }
    matcher = PREDICATE.matcher(text);
    if (matcher.find() && text.lastIndexOf('[') > text.lastIndexOf(']')) {
      return begin(table.find(matcher.group(1)).stream().flatMap(Completion::words), matcher, 2);
    }
    matcher = REFERENCE.matcher(text);
    if (matcher.find()) {
      return begin(table.find(matcher.group(1)).stream().flatMap(Completion::words), matcher, 2);
    }
    matcher = CHILD.matcher(text);
    if (matcher.find() && table.find(matcher.group(1)).isPresent()) {
      return begin(table.get(matcher.group(1)).next().protocols().stream(), matcher, 2);
    }
    matcher = LAYER.matcher(text);
    if (matcher.find()) {
      return begin(table.all().stream().map(Protocol::name), matcher, 1);
    }
    matcher = WORD.matcher(text);
    boolean any = matcher.find();
    Stream<String> keywords =
        text.contains(" where ")
            ? Stream.of("and", "or", "not", "in", "exists", "any", "all", "capture")
            : Stream.of("where", "capture", "headers", "absolute", "all");
    return any ? begin(keywords, matcher, 1) : List.of();
  }

  private static Stream<String> words(Protocol protocol) {
    return Stream.of(
            protocol.fields().stream().map(Field::name),
            protocol.aliases().stream(),
            protocol.flags().stream().map(Field::name))
        .flatMap(words -> words)
        .distinct();
  }

  private static List<String> begin(Stream<String> words, Matcher matcher, int group) {
    return words.filter(word -> word.startsWith(matcher.group(group))).toList();
  }
}
