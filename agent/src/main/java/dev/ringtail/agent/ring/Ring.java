// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.ring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.bpf.Abi;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The consumer's side of one ring. One thread at a time reads it; hand-over between threads needs a
 * happens-before edge of its own. Nothing here allocates.
 *
 * <pre>
 *   0     consumed, wake_at          written here
 *   4096  produced, mark[], ...      written by the CPU that produces
 *   8192  data: ringBytes, slack
 * </pre>
 */
public final class Ring {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final MemorySegment element;
  private final MemorySegment data;
  private final long offsetMask;
  private final int markShift;
  private final int index;

  /** Only this side moves it, so it is cached rather than read back. */
  private long consumed;

  Ring(int index, MemorySegment element, RingGeometry geometry) {
    this.index = index;
    this.element = element;
    this.data = element.asSlice(Abi.RING_DATA);
    this.offsetMask = geometry.ringBytes() - 1L;
    this.markShift = geometry.markShift();
    this.consumed = (long) LONG.getAcquire(element, (long) Abi.Consumer.CONSUMED);
  }

  /** Its number in the capture, 0 and up; not a CPU number. */
  public int index() {
    return index;
  }

  /** Bytes of finished records since the start; what lies before it may be read. */
  public long producedAcquire() {
    return (long) LONG.getAcquire(element, Abi.PAGE + (long) Abi.Producer.PRODUCED);
  }

  /** Bytes handed back to the producer so far. */
  public long consumed() {
    return consumed;
  }

  /** {@link #consumed} for threads other than the reader's. */
  public long consumedAcquire() {
    return (long) LONG.getAcquire(element, (long) Abi.Consumer.CONSUMED);
  }

  /** Hands the bytes before {@code position} back; they must have been copied out by now. */
  public void consumedRelease(long position) {
    consumed = position;
    LONG.setRelease(element, (long) Abi.Consumer.CONSUMED, position);
  }

  /**
   * Where the contiguous bytes that start at {@link #consumed} end: at {@code produced}, or at the
   * first record of the next stretch. Always a record boundary.
   *
   * @param produced a value of {@link #producedAcquire}, at least {@link #consumed}
   */
  public long boundary(long produced) {
    return boundary(consumed, produced);
  }

  /** {@link #boundary(long)} for bytes that start at another record that is still in the ring. */
  public long boundary(long from, long produced) {
    if ((from ^ produced) >>> markShift == 0) {
      return produced;
    }
    long stretch = (from >>> markShift) + 1;
    long slot = stretch % Abi.MARKS * Long.BYTES;
    return (long) LONG.getOpaque(element, Abi.PAGE + Abi.Producer.MARK + slot);
  }

  /** Ring bytes; a record is never longer. */
  public long capacity() {
    return offsetMask + 1;
  }

  /** Address of the byte at {@code position}; valid up to the {@link #boundary} behind it. */
  public long address(long position) {
    return data.address() + (position & offsetMask);
  }

  /** The data with its slack, for code that looks into records. */
  public MemorySegment data() {
    return data;
  }

  /** Offset in {@link #data} of the byte at {@code position}. */
  public long offset(long position) {
    return position & offsetMask;
  }

  /**
   * Asks for the bell when {@link #producedAcquire} reaches {@code position}. Volatile: whoever
   * reads {@code produced} after this and finds it short of the position will hear the bell for the
   * packet that reaches it, or, since the producer does not fence, for the one after.
   */
  public void wakeAtVolatile(long position) {
    LONG.setVolatile(element, (long) Abi.Consumer.WAKE_AT, position);
  }

  /** No bell, please: the reader is awake. */
  public void awakeOpaque() {
    LONG.setOpaque(element, (long) Abi.Consumer.WAKE_AT, Abi.AWAKE);
  }

  /** How many sampled records found the ring filled to {@code eighth} (0 to 7) of its size. */
  public long occupancy(int eighth) {
    return (long)
        LONG.getOpaque(element, Abi.PAGE + Abi.Producer.OCCUPANCY + (long) eighth * Long.BYTES);
  }
}
