// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What recovery finds of open segments, whose files may have had a former life. */
class AbandonedSegmentsIT {
  private static final byte[] PRELUDE = new byte[28];
  private static final int RECORD = 132;

  @TempDir Path folder;

  @Test
  void shouldCutAnOpenSegmentAtItsJournaledLength() throws Exception {
    Spool spool = Spool.open(SpoolLock.take(folder), "run", new SpoolBudget(1 << 20, 2), 0);
    fill(spool, 0, 10);

    List<SealedSegment> sealed = new AbandonedSegments(folder, "run").seal();

    assertThat(sealed).hasSize(1);
    assertThat(sealed.getFirst().bytes()).isEqualTo(PRELUDE.length + 10 * RECORD);
    spool.close();
  }

  @Test
  void shouldNeverTakeTheBytesOfAFormerSegment() throws Exception {
    Spool spool = Spool.open(SpoolLock.take(folder), "run", new SpoolBudget(1 << 20, 1), 0);
    spool.release(spool.seal(fill(spool, 0, 100), new byte[0]), false);
    fill(spool, 1, 3);

    List<SealedSegment> sealed = new AbandonedSegments(folder, "run").seal();

    assertThat(sealed.getFirst().name().sequence()).isEqualTo(1);
    assertThat(sealed.getFirst().bytes()).isEqualTo(PRELUDE.length + 3 * RECORD);
    spool.close();
  }

  private static SegmentFile fill(Spool spool, long sequence, int records) {
    SegmentFile segment = spool.prepare(0, sequence, 0, PRELUDE).orElseThrow();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate((long) records * RECORD);
      assertThat(segment.append(bytes.address(), bytes.byteSize())).isTrue();
    }
    return segment;
  }
}
