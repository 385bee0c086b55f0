// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.Captures;
import dev.ringtail.filter.kernel.FilterBench;
import dev.ringtail.filter.reference.ReferenceFilter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The kernel and the reference interpreter agree about packets that others captured. */
class RealCaptureIT {

  private static final int FILTERS_AT_ONCE = 100;

  /** Every packet meets every filter only in the full comparison. */
  private static final int SHARE =
      Integer.getInteger("ringtail.filter.packets", 0) >= 1_000_000 ? 1 : 40;

  @Test
  void shouldJudgeAsTheReference() throws Exception {
    Optional<Path> folder = Captures.folder();
    assumeTrue(folder.isPresent(), "no folder shared/corpus with captures beside the repository");
    List<byte[]> frames = Captures.frames(folder.get());
    List<FilterRow> rows =
        FilterRow.all().stream().filter(row -> row.link() == LinkType.ETHERNET).toList();
    Agreement agreement = new Agreement("captured packets, XDP and reference");
    for (int from = 0; from < rows.size(); from += FILTERS_AT_ONCE) {
      try (FilterBench bench = new FilterBench(Hook.XDP)) {
        for (FilterRow row : rows.subList(from, Math.min(rows.size(), from + FILTERS_AT_ONCE))) {
          compare(row, bench, frames, agreement);
        }
      }
    }
    System.out.println(agreement);
    assertThat(agreement.disagreements()).isEmpty();
  }

  private static void compare(
      FilterRow row, FilterBench bench, List<byte[]> frames, Agreement agreement) throws Exception {
    CompiledFilter filter = row.compiled();
    NamedSets.bind(bench, filter);
    FilterBench.Program program = bench.load(filter);
    ReferenceFilter reference = row.reference();
    for (int i = row.number() % SHARE; i < frames.size(); i += SHARE) {
      byte[] frame = frames.get(i);
      boolean expected = reference.matches(frame, frame.length);
      agreement.verdict(row, frame, expected, program.matches(frame));
    }
  }
}
