// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said about filters that cannot be meant: bad-filters.tsv, a line for each. */
class BadFiltersTest {

  record Bad(String text, int column, String summary, String suggestion) {}

  static List<Bad> table() throws IOException {
    try (InputStream in = BadFiltersTest.class.getResourceAsStream("bad-filters.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .map(part -> new Bad(part[0], Integer.parseInt(part[1]), part[2], part[3]))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("table")
  void shouldSayWhatIsWrongAndWhere(Bad bad) {
    FilterException e = refusal(bad.text());
    assertThat(e.summary()).isEqualTo(bad.summary());
    assertThat(e.column()).isEqualTo(bad.column());
    assertThat(e.suggestion().orElse("-")).isEqualTo(bad.suggestion());
    assertThat(e.getMessage().lines().toList().subList(1, 3))
        .isEqualTo(Arrays.asList("  " + bad.text(), "  " + " ".repeat(bad.column() - 1) + "^"));
  }

  @Test
  void shouldHaveAtLeastSixtyExamples() throws IOException {
    assertThat(table()).hasSizeGreaterThan(60);
  }

  @Test
  void shouldPointIntoTheRightLine() {
    FilterException e = refusal("eth/ipv4\n  /tpc\n");
    assertThat(e.line()).isEqualTo(2);
    assertThat(e.column()).isEqualTo(4);
    assertThat(e).hasMessageContaining("\n    /tpc\n     ^\n".replace("\n     ^", "\n     ^"));
  }

  @Test
  void shouldRefuseMoreThanFourKibibytes() {
    String longest = "eth/ipv4" + " ".repeat(4096 - 8);
    assertThat(catchThrowableOfType(FilterException.class, () -> compile(longest))).isNull();
    assertThat(refusal(longest + " ").summary())
        .isEqualTo("the filter has 4097 bytes; the limit is 4096");
  }

  @Test
  void shouldSayThatTcpdumpsLanguageAcceptsTheText() {
    assertThat(refusal("tcp port 443")).hasMessageContaining("filter.pcap");
    assertThat(refusal("eth/tpc")).message().doesNotContain("filter.pcap");
  }

  private static void compile(String text) throws FilterException {
    Filters.compile(FilterLanguage.CHAIN, text, LinkType.ETHERNET);
  }

  private static FilterException refusal(String text) {
    return catchThrowableOfType(FilterException.class, () -> compile(text));
  }
}
