// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.FilterBench;
import dev.ringtail.filter.reference.ReferenceFilter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Filters that nobody thought of: the kernel and the reference interpreter agree about verdicts,
 * and about the way, which shows in where the headers end.
 */
class RandomFilterIT {

  private static final boolean FULL = Integer.getInteger("ringtail.filter.packets", 0) >= 1_000_000;
  private static final int FILTERS = FULL ? 1500 : 100;
  private static final int PACKETS = FULL ? 400 : 100;
  private static final int FILTERS_AT_ONCE = 50;

  @Test
  void shouldAgreeOnVerdictAndWay() throws Exception {
    ChainForge forge = new ChainForge(1);
    Agreement verdicts = new Agreement("filters at random, XDP and reference");
    Agreement ways = new Agreement("filters at random, ends of headers");
    int compared = 0;
    while (compared < FILTERS) {
      try (FilterBench bench = new FilterBench(Hook.XDP)) {
        for (int i = 0; i < FILTERS_AT_ONCE; i++) {
          String text = forge.next();
          FilterRow row =
              new FilterRow(i, "random", Mix.EVERYTHING, LinkType.ETHERNET, text, Optional.empty());
          Optional<CompiledFilter> filter = compiled(row);
          if (filter.isPresent()) {
            NamedSets.bind(bench, filter.get());
            compare(row, bench.load(filter.get()), verdicts, ways);
            compared++;
          }
        }
      }
    }
    System.out.println(verdicts);
    System.out.println(ways);
    assertThat(verdicts.disagreements()).isEmpty();
    assertThat(ways.disagreements()).isEmpty();
  }

  /** Empty if no packet can match the filter, or its program would be too large. */
  private static Optional<CompiledFilter> compiled(FilterRow row) {
    try {
      return Optional.of(row.compiled());
    } catch (FilterException e) {
      return Optional.empty();
    }
  }

  private static void compare(
      FilterRow row, FilterBench.Program program, Agreement verdicts, Agreement ways)
      throws FilterException {
    ReferenceFilter reference = row.reference();
    for (byte[] packet : row.packets(PACKETS)) {
      Optional<Integer> expected = reference.kept(packet, packet.length);
      boolean matches = program.matches(packet);
      verdicts.verdict(row, packet, expected.isPresent(), matches);
      if (matches && expected.isPresent()) {
        long kept = Math.min(packet.length, program.extent(packet, packet.length));
        String what = "keeps %d, not %d of".formatted(kept, expected.get());
        ways.add(kept == expected.get(), row, packet, what);
      }
    }
  }
}
