// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import java.util.concurrent.locks.LockSupport;

/**
 * Where one reader meets the thread that prepares and seals: fresh segments one way, full ones the
 * other. Neither side waits for the other; the reader allocates nothing.
 */
public final class SegmentExchange {
  private static final int FRESH = 1;

  private final int reader;
  private final OneToOneQueue<SegmentFile> fresh = new OneToOneQueue<>(FRESH);
  private final OneToOneQueue<SegmentFile> full;
  private volatile Thread supplier;
  private volatile int edition;
  private volatile int least;

  /**
   * @param reader its number
   * @param segments the spool's budget of segments, all of which may be full at once
   */
  public SegmentExchange(int reader, int segments) {
    this.reader = reader;
    this.full = new OneToOneQueue<>(segments);
  }

  public int reader() {
    return reader;
  }

  /** The supplying side's thread, to be woken when a segment was taken or filled. */
  void supplier(Thread thread) {
    supplier = thread;
  }

  /** From here on the reader gives back, unused, what was prepared for an earlier edition. */
  void edition(int newest) {
    edition = newest;
  }

  /** From here on the reader appends nothing to a segment of an earlier edition. */
  void leastEdition(int oldest) {
    least = oldest;
  }

  /**
   * Reader: whether a segment is to be let go before anything else is appended: it does not
   * describe what may come.
   */
  public boolean isPast(SegmentFile segment) {
    return segment.edition() < least;
  }

  /**
   * Reader: the next segment to fill.
   *
   * @return null when there is none yet
   */
  public SegmentFile take() {
    SegmentFile segment = fresh.poll();
    if (segment == null) {
      return null;
    }
    if (segment.edition() < edition) {
      handOver(segment);
      return null;
    }
    LockSupport.unpark(supplier);
    return segment;
  }

  /** Reader: lets go of a segment that is to be sealed. */
  public void handOver(SegmentFile segment) {
    if (!full.offer(segment)) {
      throw new IllegalStateException("more full segments than the spool has");
    }
    LockSupport.unpark(supplier);
  }

  /** Supplier: offers a segment; false when the reader has one in reserve already. */
  boolean offer(SegmentFile segment) {
    return fresh.offer(segment);
  }

  /** Supplier: the next full segment, or null. */
  SegmentFile pollFull() {
    return full.poll();
  }

  /** After both sides have stopped: what was prepared and not used, or null. */
  SegmentFile pollFresh() {
    return fresh.poll();
  }
}
