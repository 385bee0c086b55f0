// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

/**
 * The memory that BPF programs and user space share: {@code ringtail_abi.h} as constants. Offsets
 * and sizes are in bytes, all integers little-endian.
 *
 * <pre>
 * an element of ringtail_rings
 *   0                  Consumer   written by the reader only
 *   PAGE               Producer   written by BPF only
 *   RING_DATA          data: ring bytes (a power of two), then slack for one longest record
 * </pre>
 */
public final class Abi {

  /** Changes when a field or a meaning does. */
  public static final int ABI_VERSION = 2;

  public static final int PAGE = 4096;
  public static final int CACHE_LINE = 64;

  /** Offset of the data in a ring. */
  public static final int RING_DATA = 2 * PAGE;

  /** Entries of {@link Producer#MARK}; a ring has at most half as many stretches. */
  public static final int MARKS = 32;

  /** Entries of {@link Producer#OCCUPANCY}; each stands for an eighth of the ring. */
  public static final int OCCUPANCY_BUCKETS = 8;

  /** The fill level is noted once in so many records of a CPU. */
  public static final int OCCUPANCY_EVERY = 1024;

  /** Smallest {@link Settings#RING_BYTES}. */
  public static final int RING_BYTES_MIN = 1 << 20;

  /** Largest {@link Settings#RING_BYTES}: the verifier takes no variable offset of 2^29 or more. */
  public static final int RING_BYTES_MAX = 1 << 28;

  /** Largest {@link Settings#SNAP_LENGTH}; libpcap's tools refuse more. */
  public static final int SNAP_LENGTH_MAX = 262144;

  /** In {@code ringtail_ring_of_cpu}: this CPU has no ring. An unsigned 32-bit value. */
  public static final int NO_RING = 0xffff_ffff;

  /** In {@link Consumer#WAKE_AT}: the reader is awake and wants no bell. Unsigned 64-bit. */
  public static final long AWAKE = ~0L;

  /** In {@link Counters#EXTENT}: the filter sets no bound of its own. Unsigned 32-bit. */
  public static final int WHOLE = 0xffff_ffff;

  /** Slot of {@code ringtail_slots} for the filter, or for the capture program without one. */
  public static final int SLOT_FILTER = 0;

  /** Slot of {@code ringtail_slots} for the capture program behind a filter. */
  public static final int SLOT_CAPTURE = 1;

  /** Bytes of a record before its data. */
  public static final int EPB_HEADER = 28;

  /** Bytes of a record beside its data and padding. */
  public static final int EPB_OVERHEAD = 32;

  /** Block type of an Enhanced Packet Block. */
  public static final int EPB_TYPE = 6;

  /** Bytes of options that records of tc have, which XDP's have not. */
  public static final int EPB_OPTIONS = 12;

  /** {@link Counters#DIRECTION}: into the interface. */
  public static final int INBOUND = 1;

  /** {@link Counters#DIRECTION}: out of the interface. */
  public static final int OUTBOUND = 2;

  private Abi() {}

  /**
   * The size of one element of {@code ringtail_rings}, to be given to the map before it is loaded.
   *
   * @param ringBytes a power of two from {@link #RING_BYTES_MIN} to {@link #RING_BYTES_MAX}
   * @param snapLength 1 to {@link #SNAP_LENGTH_MAX}
   * @return bytes, a multiple of {@link #PAGE}
   * @throws IllegalArgumentException if one of them is out of range
   */
  public static long ringElementBytes(int ringBytes, int snapLength) {
    if (Integer.bitCount(ringBytes) != 1
        || ringBytes < RING_BYTES_MIN
        || ringBytes > RING_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a ring of "
              + ringBytes
              + " bytes is not possible: take a power of two from "
              + RING_BYTES_MIN
              + " to "
              + RING_BYTES_MAX);
    }
    if (snapLength < 1 || snapLength > SNAP_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "snap length " + snapLength + " is not possible: take 1 to " + SNAP_LENGTH_MAX);
    }
    return roundUp(RING_DATA + ringBytes + longestRecord(snapLength), PAGE);
  }

  /** Bytes of the longest record of any hook. */
  public static int longestRecord(int snapLength) {
    return EPB_OVERHEAD + EPB_OPTIONS + Math.toIntExact(roundUp(snapLength, 4));
  }

  private static long roundUp(long value, int powerOfTwo) {
    return (value + powerOfTwo - 1) & -powerOfTwo;
  }

  /** {@code struct ringtail_epb}: a record, up to its data; all fields 32 bits. */
  public static final class Epb {
    public static final int TYPE = 0;

    /** Length of the record, padding included; repeated in its last 4 bytes. */
    public static final int TOTAL_LENGTH = 4;

    public static final int INTERFACE_ID = 8;

    /** Nanoseconds since 1970, upper half. */
    public static final int TIMESTAMP_HIGH = 12;

    public static final int TIMESTAMP_LOW = 16;

    /** Bytes of the packet in this record. */
    public static final int CAPTURED_LENGTH = 20;

    /** Bytes the packet had. */
    public static final int ORIGINAL_LENGTH = 24;

    public static final int SIZE = EPB_HEADER;

    private Epb() {}
  }

  /** {@code struct ringtail_consumer}: page 0 of a ring, written by the reader; 64-bit fields. */
  public static final class Consumer {
    /** Position up to which the bytes have left the ring; store with release. */
    public static final int CONSUMED = 0;

    /** Ring the bell when produced reaches this position, or {@link Abi#AWAKE}. */
    public static final int WAKE_AT = 64;

    public static final int SIZE = 128;

    private Consumer() {}
  }

  /**
   * {@code struct ringtail_producer}: page 1 of a ring, written by BPF; 64-bit fields. Offsets are
   * from the start of that page.
   */
  public static final class Producer {
    /** Position up to which records are finished; load with acquire. */
    public static final int PRODUCED = 0;

    public static final int CONSUMED_CACHE = 64;

    /** The wake position that the bell was last rung for. */
    public static final int RUNG = 72;

    public static final int BUSY = 80;

    /** Bells rung. */
    public static final int BELLS = 88;

    /** Bells that the kernel refused. */
    public static final int BELLS_FAILED = 96;

    /**
     * At n % {@link Abi#MARKS} the position at which the first record of stretch n begins; stretch
     * n is the positions from n << {@link Settings#MARK_SHIFT} on.
     */
    public static final int MARK = 128;

    /** Fill levels seen, an eighth of the ring each. */
    public static final int OCCUPANCY = 384;

    public static final int SIZE = 448;

    private Producer() {}
  }

  /**
   * {@code struct ringtail_counters}: one CPU's part of the funnel of one interface; 64-bit fields
   * but {@link #EXTENT} and {@link #DIRECTION}. {@code seen = filtered + matched}; {@code matched =
   * written + } the five drops.
   */
  public static final class Counters {
    public static final int SEEN = 0;
    public static final int FILTERED = 8;
    public static final int MATCHED = 16;
    public static final int WRITTEN = 24;
    public static final int DROPPED_RING_FULL = 32;
    public static final int DROPPED_REENTERED = 40;
    public static final int DROPPED_COPY_FAILED = 48;
    public static final int DROPPED_NO_RING = 56;
    public static final int DROPPED_TAILCALL = 64;

    /** Written, but cut by snap length or extent. */
    public static final int TRUNCATED = 72;

    /** Captured bytes of the records written. */
    public static final int WRITTEN_BYTES = 80;

    /** Wall clock of the last record written, nanoseconds since 1970. */
    public static final int LAST_WRITTEN_NS = 88;

    /**
     * Bytes of this packet to keep, 32 bits. The entry program sets {@link Abi#WHOLE} for each
     * packet, a filter may write a bound over it.
     */
    public static final int EXTENT = 96;

    /** {@link Abi#INBOUND} or {@link Abi#OUTBOUND} of this packet, 32 bits; tc only. */
    public static final int DIRECTION = 100;

    /** Packets beyond the first of each record that GSO or GRO had merged into one; tc only. */
    public static final int MERGED = 104;

    public static final int SIZE = 128;

    private Counters() {}
  }

  /** {@code struct ringtail_control}: written by the agent while a capture runs. */
  public static final class Control {
    /** Wall clock = {@code bpf_ktime_get_tai_ns()} - this; 64 bits, nanoseconds. */
    public static final int TAI_OFFSET_NS = 0;

    /** 0: packets pass uncounted; 1: open. 32 bits. */
    public static final int GATE = 8;

    public static final int SIZE = 64;

    private Control() {}
  }

  /** {@code struct ringtail_settings}: all of section {@code .rodata}; 32-bit fields. */
  public static final class Settings {
    public static final int INTERFACE_ID = 0;

    /** Bytes of data in each ring, a power of two. */
    public static final int RING_BYTES = 4;

    /** Bytes of a packet kept at most. */
    public static final int SNAP_LENGTH = 8;

    /** What every program returns: an {@code enum xdp_action}, or TCX_NEXT (-1). */
    public static final int VERDICT = 12;

    /** 1 on a PREEMPT_RT kernel: busy flag and counters are changed atomically. */
    public static final int PREEMPT_RT = 16;

    /** Base 2 logarithm of a stretch, which is at least as long as the longest record. */
    public static final int MARK_SHIFT = 20;

    public static final int SIZE = 32;

    private Settings() {}
  }
}
