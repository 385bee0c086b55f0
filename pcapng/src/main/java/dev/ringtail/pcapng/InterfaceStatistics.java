// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.INTERFACE_STATISTICS;
import static dev.ringtail.pcapng.BlockLayout.putI32;
import static dev.ringtail.pcapng.BlockLayout.putI64;
import static dev.ringtail.pcapng.BlockLayout.putTimestamp;
import static dev.ringtail.pcapng.BlockLayout.putU16;
import static dev.ringtail.pcapng.BlockLayout.timestamp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Interface Statistics Block, draft-ietf-opsawg-pcapng section 4.6. Counts are of packets since the
 * capture began. Times are nanoseconds since 1970, so that only an interface with nanosecond
 * timestamps may be given such a block. {@link #UNKNOWN} is an option that is not there.
 *
 * @param interfaceId the interface, numbered from 0 in its section
 * @param timestampNs when the counts were read
 * @param startNs when the capture began, isb_starttime
 * @param endNs when the capture ended, isb_endtime
 * @param received packets that the interface received, isb_ifrecv
 * @param interfaceDropped packets that the interface dropped for want of room, isb_ifdrop
 * @param filterAccepted packets that the filter let through, isb_filteraccept
 * @param osDropped packets dropped after the filter, isb_osdrop
 * @param usersDelivered packets handed to the user, isb_usrdeliv
 */
public record InterfaceStatistics(
    int interfaceId,
    long timestampNs,
    long startNs,
    long endNs,
    long received,
    long interfaceDropped,
    long filterAccepted,
    long osDropped,
    long usersDelivered) {

  public static final long UNKNOWN = -1;

  /** The most bytes that {@link #encode} writes. */
  public static final int LONGEST = 24 + 7 * 12 + 4;

  private static final int START_TIME = 2;
  private static final int END_TIME = 3;
  private static final int RECEIVED = 4;
  private static final int INTERFACE_DROPPED = 5;
  private static final int FILTER_ACCEPTED = 6;
  private static final int OS_DROPPED = 7;
  private static final int USERS_DELIVERED = 8;
  private static final int OPTIONS = 20;

  /** Bytes of the block. */
  public int encodedLength() {
    int options = 0;
    options += startNs == UNKNOWN ? 0 : 12;
    options += endNs == UNKNOWN ? 0 : 12;
    options += received == UNKNOWN ? 0 : 12;
    options += interfaceDropped == UNKNOWN ? 0 : 12;
    options += filterAccepted == UNKNOWN ? 0 : 12;
    options += osDropped == UNKNOWN ? 0 : 12;
    options += usersDelivered == UNKNOWN ? 0 : 12;
    return 24 + (options == 0 ? 0 : options + 4);
  }

  public byte[] encode() {
    byte[] bytes = new byte[encodedLength()];
    encode(MemorySegment.ofArray(bytes), 0);
    return bytes;
  }

  /**
   * Writes the block into memory, and allocates nothing.
   *
   * @return the offset after the block
   */
  public long encode(MemorySegment target, long offset) {
    int total = encodedLength();
    putI32(target, offset, INTERFACE_STATISTICS);
    putI32(target, offset + 4, total);
    putI32(target, offset + 8, interfaceId);
    putTimestamp(target, offset + 12, timestampNs);
    long at = offset + OPTIONS;
    at = putTime(target, at, START_TIME, startNs);
    at = putTime(target, at, END_TIME, endNs);
    at = putCount(target, at, RECEIVED, received);
    at = putCount(target, at, INTERFACE_DROPPED, interfaceDropped);
    at = putCount(target, at, FILTER_ACCEPTED, filterAccepted);
    at = putCount(target, at, OS_DROPPED, osDropped);
    at = putCount(target, at, USERS_DELIVERED, usersDelivered);
    if (at > offset + OPTIONS) {
      putI32(target, at, OptionReader.END);
      at += 4;
    }
    putI32(target, at, total);
    return at + 4;
  }

  private static long putCount(MemorySegment target, long at, int code, long count) {
    if (count == UNKNOWN) {
      return at;
    }
    putU16(target, at, code);
    putU16(target, at + 2, 8);
    putI64(target, at + 4, count);
    return at + 12;
  }

  private static long putTime(MemorySegment target, long at, int code, long timeNs) {
    if (timeNs == UNKNOWN) {
      return at;
    }
    putU16(target, at, code);
    putU16(target, at + 2, 8);
    putTimestamp(target, at + 4, timeNs);
    return at + 12;
  }

  /**
   * @param interfaceId what to call the interface instead of the number in the block
   * @param resolution that of the block's interface
   */
  static InterfaceStatistics decode(
      MemorySegment bytes,
      long offset,
      long length,
      int interfaceId,
      TimestampResolution resolution) {
    long start = UNKNOWN;
    long end = UNKNOWN;
    long[] counts = {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
    OptionReader option = new OptionReader(bytes, offset + OPTIONS, offset + length - 4);
    while (option.advance()) {
      int code = option.code();
      if (option.length() != ValueLayout.JAVA_LONG.byteSize()) {
        continue;
      }
      switch (code) {
        case START_TIME -> start = resolution.toNs(option.timestampValue());
        case END_TIME -> end = resolution.toNs(option.timestampValue());
        case RECEIVED, INTERFACE_DROPPED, FILTER_ACCEPTED, OS_DROPPED, USERS_DELIVERED ->
            counts[code - RECEIVED] = option.longValue();
        default -> {}
      }
    }
    return new InterfaceStatistics(
        interfaceId,
        resolution.toNs(timestamp(bytes, offset + 12)),
        start,
        end,
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[4]);
  }
}
