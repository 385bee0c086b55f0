// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.spool.SegmentExchange;
import dev.ringtail.agent.spool.SegmentFile;
import dev.ringtail.pcapng.BlockWalker;

/**
 * Moves byte ranges from rings to segments. It looks into records only in ranges that it has to let
 * go, or that are longer than a segment. Allocates nothing, logs nothing, waits for nobody; the
 * only native call is the write. Not a thread: whoever drives it calls {@link #doWork}, one at a
 * time.
 */
public final class ReaderAgent {
  /** How full a ring gets before a reader without a segment starts to let packets go. */
  private static final int PATIENCE_DIVISOR = 2;

  private Ring[] rings;
  private final SegmentExchange segments;
  private final CaptureLimits limits;
  private final ReaderCounters counters;
  private final BlockWalker walker;
  private final long segmentIntervalNs;
  private final int trailerBytes;
  private SegmentFile segment;
  private long movedBytes;

  /**
   * @param interfaces how many interfaces the records may name
   * @param segmentIntervalNs age at which a segment that is not empty is sealed
   * @param trailerBytes bytes that a segment is given at its end
   */
  public ReaderAgent(
      Ring[] rings,
      SegmentExchange segments,
      CaptureLimits limits,
      int interfaces,
      long segmentIntervalNs,
      int trailerBytes) {
    this.rings = rings.clone();
    this.segments = segments;
    this.limits = limits;
    this.counters = new ReaderCounters(interfaces);
    this.walker = new BlockWalker(interfaces);
    this.segmentIntervalNs = segmentIntervalNs;
    this.trailerBytes = trailerBytes;
  }

  /** From now on drains these rings; the thread that drives it calls this between rounds. */
  void adopt(Ring[] others) {
    rings = others;
  }

  /**
   * One round over all rings, one range each.
   *
   * @return bytes that left rings; 0 when there was nothing to do
   */
  public long doWork() {
    long before = movedBytes;
    for (Ring ring : rings) {
      long produced = ring.producedAcquire();
      if (produced != ring.consumed()) {
        long end = ring.boundary(produced);
        long bytes = end - ring.consumed();
        if (!hasSegment()) {
          letGoIfPressed(ring, produced, end);
        } else if (limits.admit(bytes)) {
          move(ring, end);
        }
      }
    }
    sealIfOld();
    return movedBytes - before;
  }

  /**
   * After the last packet, from the thread that ends the capture: moves what lies before {@code
   * end}.
   *
   * @return false when there is no segment to move it to, now
   */
  boolean drain(Ring ring, long end) {
    while (ring.consumed() != end) {
      if (!hasSegment()) {
        return false;
      }
      move(ring, Math.min(end, ring.boundary(end)));
    }
    return true;
  }

  /** Counts the records up to {@code end} under a term and gives their bytes back to the ring. */
  void letGo(Ring ring, long end, FunnelTerm term) {
    while (ring.consumed() != end) {
      letGoRange(ring, Math.min(end, ring.boundary(end)), term);
    }
  }

  private void letGoIfPressed(Ring ring, long produced, long end) {
    if (produced - ring.consumed() > ring.capacity() / PATIENCE_DIVISOR) {
      letGoRange(ring, end, FunnelTerm.SPOOL_FULL);
    }
  }

  private void letGoRange(Ring ring, long end, FunnelTerm term) {
    long from = ring.offset(ring.consumed());
    walker.reset();
    walker.walk(ring.data(), from, from + end - ring.consumed());
    for (int i = 0; i < walker.interfaces(); i++) {
      counters.add(term, i, walker.packets(i));
    }
    if (term != FunnelTerm.AFTER_LIMIT) {
      limits.discarded(walker.packets());
    }
    moved(ring, end);
  }

  private void move(Ring ring, long end) {
    long bytes = end - ring.consumed();
    if (bytes > segment.room()) {
      moveInParts(ring, end);
    } else if (segment.append(ring.address(ring.consumed()), bytes)) {
      moved(ring, end);
    } else {
      letGoRange(ring, end, FunnelTerm.SPOOL_ERROR);
      seal();
    }
  }

  /** The range does not fit: fills up this segment if the next would not hold the range either. */
  private void moveInParts(Ring ring, long end) {
    long bytes = end - ring.consumed();
    long part = bytes <= segment.recordCapacity() ? 0 : fitting(ring, bytes, segment.room());
    if (part > 0 && segment.append(ring.address(ring.consumed()), part)) {
      moved(ring, ring.consumed() + part);
    }
    seal();
    if (ring.consumed() == end) {
      return;
    }
    if (hasSegment()) {
      move(ring, end);
    } else {
      limits.readmit(end - ring.consumed());
    }
  }

  /** How many of the next {@code bytes} are whole records that fit {@code room}. */
  private long fitting(Ring ring, long bytes, long room) {
    long from = ring.offset(ring.consumed());
    walker.reset();
    return walker.walk(ring.data(), from, from + bytes, Long.MAX_VALUE, room) - from;
  }

  private void moved(Ring ring, long end) {
    movedBytes += end - ring.consumed();
    ring.consumedRelease(end);
  }

  private boolean hasSegment() {
    if (segment != null && segments.isPast(segment)) {
      seal();
    }
    if (segment == null) {
      segment = segments.take();
      if (segment != null) {
        limits.overhead(segment.preludeBytes() + trailerBytes);
      }
    }
    return segment != null;
  }

  private void sealIfOld() {
    if (segment != null
        && !segment.isEmpty()
        && System.nanoTime() - segment.firstAppendNs() >= segmentIntervalNs) {
      seal();
    }
  }

  /** Whether its segment has packets, and so is to be sealed some time. */
  boolean holdsPackets() {
    return segment != null && !segment.isEmpty();
  }

  /** Lets go of the current segment, so that it is sealed. */
  void seal() {
    if (segment != null) {
      segments.handOver(segment);
      segment = null;
    }
  }

  /** Counters that {@link FunnelTerm} assigns to readers. */
  ReaderCounters counters() {
    return counters;
  }

  /** Its rings, in the order in which they are read. */
  Ring[] rings() {
    return rings.clone();
  }

  /** Its number. */
  int number() {
    return segments.reader();
  }
}
