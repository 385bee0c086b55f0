// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/cases.tsv} names a test for every case, and each is there. */
class CasesTest {
  private static final Path LIST = Project.ROOT.resolve("docs/cases.tsv");

  /** How many cases of a kind people have brought so far. */
  private static final Map<String, Long> CASES = Map.of("Storage", 7L, "Kubernetes objects", 8L);

  record Case(String kind, String text, List<String> tests) {
    static Case parse(String line) {
      String[] columns = line.split("\t");
      assertThat(columns).as(line).hasSize(3);
      return new Case(columns[0], columns[1], Arrays.asList(columns[2].split(" ")));
    }

    @Override
    public String toString() {
      return kind + ": " + text;
    }
  }

  static List<Case> cases() throws IOException {
    try (Stream<String> lines = Files.lines(LIST)) {
      return lines.filter(line -> !line.startsWith("#")).map(Case::parse).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldHaveATest(Case one) throws IOException {
    for (String test : one.tests()) {
      String[] parts = test.split("[:#]");
      assertThat(parts).as(test).hasSize(3);
      Path source =
          Project.ROOT
              .resolve(parts[0])
              .resolve("src/test/java")
              .resolve(parts[1].replace('.', '/') + ".java");
      assertThat(source).exists();
      assertThat(Files.readString(source))
          .containsPattern("@(Parameterized)?Test[^{}]*\\bvoid " + Pattern.quote(parts[2]) + "\\(");
    }
  }

  @Test
  void shouldListEveryCaseOnce() throws IOException {
    assertThat(cases()).extracting(Case::text).doesNotHaveDuplicates();
    assertThat(cases().stream().collect(Collectors.groupingBy(Case::kind, Collectors.counting())))
        .containsAllEntriesOf(CASES);
  }
}
