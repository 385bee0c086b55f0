// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.bpf.Abi;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Packet and byte limits of a capture, shared by its readers. A reader asks before it moves a
 * range; what it was allowed to move never exceeds a limit, and the rest is cut exactly once the
 * programs are detached ({@link FinalCut}). Allocates nothing after it is made.
 *
 * <p>Why the sum of the programs' counters is enough: a range that lies in a ring was counted
 * before it was published, so if all packets written so far are within the limit, so is every
 * packet that any reader may move by now.
 */
public final class CaptureLimits {
  static final long NONE = Long.MAX_VALUE;

  private final List<InterfaceCapture> interfaces;
  private volatile long packets;
  private volatile long bytes;
  private final AtomicLong movedBytes = new AtomicLong();
  private final AtomicLong discardedPackets = new AtomicLong();
  private CapturePlan.Limits limits;
  private long reservedBytes;
  private volatile boolean reached;

  /**
   * @param interfaces to which more may come
   * @param reservedBytes of the byte limit, for what the current segments have beside records
   */
  public CaptureLimits(
      CapturePlan.Limits limits, long reservedBytes, List<InterfaceCapture> interfaces) {
    this.reservedBytes = reservedBytes;
    this.interfaces = interfaces;
    change(limits);
  }

  /**
   * Other limits from now on. One that is exceeded already ends the capture at once; one that was
   * reached stays reached.
   */
  synchronized void change(CapturePlan.Limits other) {
    limits = other;
    packets = limits.packets().orElse(NONE);
    bytes =
        limits.bytes().isEmpty() ? NONE : Math.max(0, limits.bytes().getAsLong() - reservedBytes);
  }

  /**
   * Whether a range that was found in a ring just now may be moved to a segment. When it may not,
   * the gates are closed and everything stays where it is.
   *
   * @param rangeBytes bytes of the range
   */
  boolean admit(long rangeBytes) {
    if (reached) {
      return false;
    }
    if (packets != NONE && written() - discardedPackets.get() > packets) {
      reach();
      return false;
    }
    if (bytes != NONE && movedBytes.addAndGet(rangeBytes) > bytes) {
      movedBytes.addAndGet(-rangeBytes);
      reach();
      return false;
    }
    return true;
  }

  /** Takes back what {@link #admit} allowed, for bytes that stayed in the ring after all. */
  void readmit(long rangeBytes) {
    movedBytes.addAndGet(-rangeBytes);
  }

  /** Reserves at least so much of the byte limit, where it was less so far. */
  synchronized void reserve(long bytesBesideRecords) {
    reservedBytes = Math.max(reservedBytes, bytesBesideRecords);
    change(limits);
  }

  /** Counts bytes that a segment has beside its records. */
  void overhead(long segmentBytes) {
    movedBytes.addAndGet(segmentBytes);
  }

  /** Counts packets that were let go although they were within the limit. */
  void discarded(long count) {
    discardedPackets.addAndGet(count);
  }

  private void reach() {
    reached = true;
    for (int i = 0; i < interfaces.size(); i++) {
      interfaces.get(i).closeGate();
    }
  }

  /** Whether the capture is over because of a limit. */
  boolean reached() {
    return reached || packetsReached();
  }

  /** Whether it is the packet limit. */
  boolean packetsReached() {
    return packets != NONE && written() - discardedPackets.get() >= packets;
  }

  /** Whether there is any limit. */
  boolean isLimited() {
    return packets != NONE || bytes != NONE;
  }

  /** Packets that may still go to segments, when {@code moved} have gone. */
  long packetsLeft(long moved) {
    return packets == NONE ? NONE : Math.max(0, packets - moved);
  }

  /** Bytes that may still go to segments. */
  long bytesLeft() {
    return bytes == NONE ? NONE : Math.max(0, bytes - movedBytes.get());
  }

  /** Packets that were written and then let go for want of spool. */
  long discardedPackets() {
    return discardedPackets.get();
  }

  /** Packets in records so far, of all interfaces and CPUs. */
  long written() {
    long sum = 0;
    for (int i = 0; i < interfaces.size(); i++) {
      sum += interfaces.get(i).counters().sum(Abi.Counters.WRITTEN);
    }
    return sum;
  }
}
