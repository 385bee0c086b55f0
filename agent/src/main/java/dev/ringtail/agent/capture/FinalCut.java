// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.ring.Ring;
import dev.ringtail.pcapng.BlockCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Where each ring ends once nothing produces any more: behind the last record that the limits
 * allow, taking the records of all rings in the order of their time.
 */
final class FinalCut {
  private final List<Tail> tails = new ArrayList<>();

  /** The records of one ring that have not left it. */
  private static final class Tail {
    private final Ring ring;
    private final long produced;
    private final BlockCursor cursor = new BlockCursor();
    private long end;
    private long rangeStart;

    Tail(Ring ring) {
      this.ring = ring;
      this.produced = ring.producedAcquire();
      this.end = ring.consumed();
      this.rangeStart = end;
    }

    /** Goes to the next record, over the ends of stretches. */
    boolean advance() {
      if (cursor.advance()) {
        return true;
      }
      if (end == produced) {
        return false;
      }
      rangeStart = end;
      long rangeEnd = ring.boundary(end, produced);
      long from = ring.offset(end);
      cursor.reset(ring.data(), from, from + rangeEnd - rangeStart);
      return cursor.advance();
    }

    /** Takes the record that the cursor stands on. */
    void take() {
      end = rangeStart + cursor.offset() + cursor.totalLength() - ring.offset(rangeStart);
    }

    long timestampNs() {
      return cursor.timestampNs();
    }
  }

  /** Reads what the rings hold; they must be quiet. */
  FinalCut(List<Ring> rings) {
    rings.forEach(ring -> tails.add(new Tail(ring)));
  }

  /** How many records the rings hold. */
  long count() {
    long count = 0;
    for (Tail tail : tails) {
      Tail walk = new Tail(tail.ring);
      while (walk.advance()) {
        walk.take();
        count++;
      }
    }
    return count;
  }

  /**
   * @param packetsLeft records that may still be taken
   * @param bytesLeft bytes of records that may still be taken
   * @return the end position of each ring, in the order given
   */
  List<Long> within(long packetsLeft, long bytesLeft) {
    PriorityQueue<Tail> queue = new PriorityQueue<>(Comparator.comparingLong(Tail::timestampNs));
    tails.stream().filter(Tail::advance).forEach(queue::add);
    long packets = packetsLeft;
    long bytes = bytesLeft;
    while (!queue.isEmpty()) {
      Tail earliest = queue.poll();
      bytes -= earliest.cursor.totalLength();
      if (--packets < 0 || bytes < 0) {
        break;
      }
      earliest.take();
      if (earliest.advance()) {
        queue.add(earliest);
      }
    }
    return tails.stream().map(tail -> tail.end).toList();
  }
}
