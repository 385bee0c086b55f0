// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.reference.ReferenceFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of filters says something: enough rows, none that is always or never true. */
class FilterTableTest {

  private static final int PACKETS = 1000;

  @Test
  void shouldHaveFiveFiltersForEachFeature() {
    Map<String, Long> features =
        FilterRow.all().stream()
            .collect(Collectors.groupingBy(FilterRow::feature, Collectors.counting()));
    assertThat(FilterRow.all()).hasSizeGreaterThan(300);
    assertThat(features).allSatisfy((feature, rows) -> assertThat(rows).isGreaterThanOrEqualTo(5));
  }

  @Test
  void shouldMatchSomePacketsOfItsCorpusAndNotAll() throws Exception {
    List<String> idle = new ArrayList<>();
    for (FilterRow row : FilterRow.all()) {
      ReferenceFilter filter = row.reference();
      long matches = row.packets(PACKETS).stream().filter(p -> filter.matches(p, p.length)).count();
      double percent = 100.0 * matches / PACKETS;
      if (percent < 1 || percent > 99) {
        idle.add("%s on %s: %.1f %%".formatted(row.text(), row.mix(), percent));
      }
    }
    assertThat(idle).isEmpty();
  }
}
