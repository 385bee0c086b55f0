// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.FilterException;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the text, the parser answers with a tree or with the filter error, in linear time. */
class ParserProperties {

  private static final int LONG = 64 << 10;

  @Provide
  Arbitrary<String> noise() {
    return Arbitraries.strings().all().ofMaxLength(300);
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
            "eth",
            "ipv4",
            "tcp",
            "vlan",
            "/",
            "//",
            "[",
            "]",
            "(",
            ")",
            "{",
            "}",
            "|",
            "?",
            "*",
            "+",
            "@",
            "a",
            ",",
            "..",
            ".",
            "==",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "in",
            "!",
            "where",
            "capture",
            "headers",
            "absolute",
            "all",
            "any",
            "exists",
            "not",
            "and",
            "or",
            "true",
            "443",
            "0x1f",
            "10.0.0.1",
            "10.0.0.0/8",
            "::1",
            "2001:db8::/32",
            "02:00:00:00:00:01",
            "dport",
            "syn",
            "src",
            "options",
            "MSS",
            "verdict",
            "XDP_DROP",
            "<<",
            ">>",
            "&",
            "%",
            "-",
            " ",
            "\n",
            "é",
            "1.2.3.4.5",
            "::::",
            "99999999999999999999",
            "0x")
        .list()
        .ofMaxSize(60)
        .map(list -> String.join("", list));
  }

  @Property(tries = 1000)
  void shouldAnswerNoise(@ForAll("noise") String text) {
    parsesOrRefuses(text);
  }

  @Property(tries = 5000)
  void shouldAnswerPiecesInAnyOrder(@ForAll("pieces") String text) {
    parsesOrRefuses(text);
  }

  @Example
  void shouldTakeLinearTime() {
    List<String> units =
        List.of(
            "(",
            "[",
            "{",
            "a",
            "/",
            "//",
            "a/",
            "vlan?/",
            "eth[a==1]/",
            "1",
            "::",
            "1:",
            "a:",
            "0.",
            "1.1.1.1.",
            "f",
            "!",
            "not ",
            "where ",
            "a(",
            "((",
            "a|",
            "@",
            "\"",
            " ",
            "..",
            "eth where not(",
            "fe80::1..",
            "1..",
            "é",
            "a.b[");
    for (String unit : units) {
      String text = "eth where " + unit.repeat(LONG / unit.length());
      org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(2), () -> parsesOrRefuses(text), unit);
      String bare = unit.repeat(LONG / unit.length());
      org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(2), () -> parsesOrRefuses(bare), unit);
    }
  }

  /** A tree that was printed and parsed again prints the same. */
  private static void parsesOrRefuses(String text) {
    try {
      String printed = Printer.print(Parser.parse(text));
      assertThat(Printer.print(Parser.parse(printed))).isEqualTo(printed);
    } catch (FilterException e) {
      assertThat(e.column()).isPositive();
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
