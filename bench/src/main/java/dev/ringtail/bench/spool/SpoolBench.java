// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.spool;

import dev.ringtail.agent.spool.SegmentFile;
import dev.ringtail.agent.spool.Spool;
import dev.ringtail.agent.spool.SpoolBudget;
import dev.ringtail.agent.spool.SpoolLock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Appends pieces to segments, seals and releases them, as a capture does, on one thread.
 *
 * <pre>SpoolBench GIGABYTES PIECE_BYTES FOLDER</pre>
 */
public final class SpoolBench {
  private static final long SOURCE_BYTES = 32L << 20;
  private static final SpoolBudget BUDGET = new SpoolBudget(64L << 20, 4);
  private static final byte[] NOTHING = {};

  private SpoolBench() {}

  /** See the class. */
  public static void main(String[] args) throws Exception {
    long bytes = Long.parseLong(args[0]) * 1_000_000_000L;
    long piece = Long.parseLong(args[1]);
    try (Arena arena = Arena.ofConfined();
        Spool spool = Spool.open(SpoolLock.take(Path.of(args[2])), "bench", BUDGET, 0)) {
      MemorySegment source = arena.allocate(SOURCE_BYTES).fill((byte) 0x5a);
      write(spool, source, BUDGET.segmentBytes() * BUDGET.segments(), piece);
      double seconds = write(spool, source, bytes, piece);
      System.out.printf(Locale.ROOT, "{\"bytes_per_second\":%.0f}%n", bytes / seconds);
    }
  }

  private static double write(Spool spool, MemorySegment source, long bytes, long piece)
      throws Exception {
    long start = System.nanoTime();
    SegmentFile segment = next(spool, 0);
    for (long done = 0, sequence = 1; done < bytes; done += piece) {
      if (segment.room() < piece) {
        spool.release(spool.seal(segment, NOTHING), false);
        segment = next(spool, sequence++);
      }
      if (!segment.append(source.address() + done % SOURCE_BYTES, piece)) {
        throw new IllegalStateException("a write failed with error " + segment.errno());
      }
    }
    double seconds = (System.nanoTime() - start) * 1e-9;
    spool.release(spool.seal(segment, NOTHING), false);
    return seconds;
  }

  private static SegmentFile next(Spool spool, long sequence) {
    return spool.prepare(0, sequence, 0, NOTHING).orElseThrow();
  }
}
