// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.FilterBench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kernel finds in what scapy built what scapy put there, at every truncation. */
class EncapsulationIT {

  /** BPF_PROG_TEST_RUN takes no shorter packets. */
  private static final int SHORTEST = 14;

  private static final int FILTERS_AT_ONCE = 200;

  @ParameterizedTest
  @EnumSource(Hook.class)
  void shouldMatchAndKeepHeadersFromTheExpectedByteOn(Hook hook) throws Exception {
    Map<String, List<Encapsulation>> byFilter =
        Encapsulation.all().stream()
            .collect(
                Collectors.groupingBy(
                    Encapsulation::filter, LinkedHashMap::new, Collectors.toList()));
    List<String> filters = List.copyOf(byFilter.keySet());
    List<String> wrong = new ArrayList<>();
    for (int from = 0; from < filters.size(); from += FILTERS_AT_ONCE) {
      int to = Math.min(filters.size(), from + FILTERS_AT_ONCE);
      try (FilterBench bench = new FilterBench(hook)) {
        for (String filter : filters.subList(from, to)) {
          try {
            FilterBench.Program program =
                bench.load(
                    Filters.compile(
                        FilterLanguage.CHAIN, filter + " capture headers", LinkType.ETHERNET));
            byFilter.get(filter).forEach(row -> check(row, program, wrong));
          } catch (Exception e) {
            wrong.add(filter + ": " + e.getMessage());
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void check(Encapsulation row, FilterBench.Program program, List<String> wrong) {
    for (int length = SHORTEST; length <= row.packet().length; length++) {
      boolean matches = program.matches(row.packet(), length);
      if (matches != row.matches(length)) {
        wrong.add(row.describe(length) + (matches ? " matches" : " does not match"));
        return;
      }
      if (matches) {
        long kept = Math.min(length, program.extent(row.packet(), length));
        if (kept != row.kept(length)) {
          wrong.add(row.describe(length) + " keeps " + kept);
          return;
        }
      }
    }
  }
}
