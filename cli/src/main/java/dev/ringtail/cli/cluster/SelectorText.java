// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.crds.v1alpha1.Selector;
import dev.ringtail.crds.v1alpha1.SelectorRequirement;
import dev.ringtail.crds.v1alpha1.SelectorRequirement.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Label selectors as kubectl reads them after {@code -l}: {@code a=b,c!=d,e in (x,y),f notin
 * (z),g,!h}.
 */
final class SelectorText {
  private static final String KEY = "[A-Za-z0-9]([-A-Za-z0-9_./]*[A-Za-z0-9])?";
  private static final String VALUE = "[-A-Za-z0-9_.]*";
  private static final Pattern EQUALS =
      Pattern.compile("(?<key>" + KEY + ")\\s*==?\\s*(?<value>" + VALUE + ")");
  private static final Pattern DIFFERS =
      Pattern.compile("(?<key>" + KEY + ")\\s*!=\\s*(?<value>" + VALUE + ")");
  private static final Pattern AMONG =
      Pattern.compile("(?<key>" + KEY + ")\\s+(?<how>in|notin)\\s*\\((?<values>[^()]*)\\)");
  private static final Pattern THERE = Pattern.compile("(?<key>" + KEY + ")");
  private static final Pattern ABSENT = Pattern.compile("!\\s*(?<key>" + KEY + ")");

  /** Commas outside parentheses. */
  private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");

  private SelectorText() {}

  /**
   * @throws CommandException naming the part that is none
   */
  static Selector parse(String text) {
    Map<String, String> labels = new LinkedHashMap<>();
    List<SelectorRequirement> expressions = new ArrayList<>();
    for (String part : COMMA.split(text, -1)) {
      take(part.strip(), labels, expressions);
    }
    return new Selector(labels, expressions);
  }

  private static void take(
      String part, Map<String, String> labels, List<SelectorRequirement> expressions) {
    Matcher equals = EQUALS.matcher(part);
    Matcher differs = DIFFERS.matcher(part);
    Matcher among = AMONG.matcher(part);
    Matcher there = THERE.matcher(part);
    Matcher absent = ABSENT.matcher(part);
    if (equals.matches()) {
      labels.put(equals.group("key"), equals.group("value"));
    } else if (differs.matches()) {
      expressions.add(
          new SelectorRequirement(
              differs.group("key"), Operator.NOT_IN, List.of(differs.group("value"))));
    } else if (among.matches()) {
      expressions.add(
          new SelectorRequirement(
              among.group("key"),
              among.group("how").equals("in") ? Operator.IN : Operator.NOT_IN,
              Arrays.stream(among.group("values").split(",")).map(String::strip).toList()));
    } else if (there.matches()) {
      expressions.add(new SelectorRequirement(there.group("key"), Operator.EXISTS, List.of()));
    } else if (absent.matches()) {
      expressions.add(
          new SelectorRequirement(absent.group("key"), Operator.DOES_NOT_EXIST, List.of()));
    } else {
      throw CommandException.usage(
          "\"%s\" is no label selector; write app=web, app!=web, 'app in (a,b)', app or '!app', with commas between"
              .formatted(part));
    }
  }
}
