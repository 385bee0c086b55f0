// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Counts what lies in ranges of finished little-endian blocks with nanosecond timestamps: ring
 * records that are discarded, the part of a batch that still fits under a limit, a whole segment
 * file mapped into memory. The counts add up over calls until {@link #reset()}. Allocates only when
 * it is made. Not thread-safe.
 *
 * <p>Only Enhanced Packet Blocks count; other intact blocks are passed over.
 */
public final class BlockWalker {
  private static final long NO_TIME = Long.MIN_VALUE;

  private final BlockCursor cursor = new BlockCursor();
  private final long[] packets;
  private final long[] capturedBytes;
  private long allPackets;
  private long allCapturedBytes;
  private long allBlockBytes;
  private long firstTimestampNs = NO_TIME;
  private long lastTimestampNs = NO_TIME;
  private long highestTimestampNs = NO_TIME;
  private long lowestTimestampNs = NO_TIME;
  private long backwardSteps;
  private long firstBackwardStep = -1;
  private BlockFault fault = BlockFault.NONE;

  /**
   * @param interfaces how many interfaces are described; a packet of a higher id is a fault
   */
  public BlockWalker(int interfaces) {
    packets = new long[interfaces];
    capturedBytes = new long[interfaces];
  }

  /** Forgets all counts. */
  public void reset() {
    Arrays.fill(packets, 0);
    Arrays.fill(capturedBytes, 0);
    allPackets = 0;
    allCapturedBytes = 0;
    allBlockBytes = 0;
    firstTimestampNs = NO_TIME;
    lastTimestampNs = NO_TIME;
    highestTimestampNs = NO_TIME;
    lowestTimestampNs = NO_TIME;
    backwardSteps = 0;
    firstBackwardStep = -1;
    fault = BlockFault.NONE;
  }

  /**
   * Counts the blocks from one offset to another.
   *
   * @return the end of the last intact block: {@code to}, unless {@link #fault()} says why not
   */
  public long walk(MemorySegment bytes, long from, long to) {
    return walk(bytes, from, to, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * Counts blocks, and stops in front of the first packet that would exceed a limit.
   *
   * @param maxPackets packets that this call may take
   * @param maxBlockBytes bytes of packet blocks, as they lie in a file, that this call may take
   * @return the end of the last block taken
   */
  public long walk(MemorySegment bytes, long from, long to, long maxPackets, long maxBlockBytes) {
    cursor.reset(bytes, from, to);
    fault = BlockFault.NONE;
    long packetsLeft = maxPackets;
    long bytesLeft = maxBlockBytes;
    while (cursor.advance()) {
      if (!cursor.isPacket()) {
        continue;
      }
      bytesLeft -= cursor.totalLength();
      if (--packetsLeft < 0 || bytesLeft < 0) {
        return cursor.offset();
      }
      int id = cursor.interfaceId();
      if (id < 0 || id >= packets.length) {
        fault = BlockFault.UNKNOWN_INTERFACE;
        return cursor.offset();
      }
      count(id);
    }
    fault = cursor.fault();
    return cursor.offset();
  }

  private void count(int id) {
    long captured = cursor.capturedLength();
    packets[id]++;
    capturedBytes[id] += captured;
    allPackets++;
    allCapturedBytes += captured;
    allBlockBytes += cursor.totalLength();
    long timestampNs = cursor.timestampNs();
    if (firstTimestampNs == NO_TIME) {
      firstTimestampNs = timestampNs;
      lowestTimestampNs = timestampNs;
      highestTimestampNs = timestampNs;
    } else if (timestampNs < lastTimestampNs) {
      if (backwardSteps++ == 0) {
        firstBackwardStep = cursor.offset();
      }
      lowestTimestampNs = Math.min(lowestTimestampNs, timestampNs);
    } else {
      highestTimestampNs = Math.max(highestTimestampNs, timestampNs);
    }
    lastTimestampNs = timestampNs;
  }

  /** Why the last walk ended before its range did; NONE also when a limit ended it. */
  public BlockFault fault() {
    return fault;
  }

  /** How many interfaces this walker tells apart. */
  public int interfaces() {
    return packets.length;
  }

  public long packets() {
    return allPackets;
  }

  public long packets(int interfaceId) {
    return packets[interfaceId];
  }

  public long capturedBytes() {
    return allCapturedBytes;
  }

  public long capturedBytes(int interfaceId) {
    return capturedBytes[interfaceId];
  }

  /** Bytes of all packet blocks counted, as they lie in a file. */
  public long blockBytes() {
    return allBlockBytes;
  }

  /** Time of the first packet in the order of the bytes; Long.MIN_VALUE without packets. */
  public long firstTimestampNs() {
    return firstTimestampNs;
  }

  /** Time of the last packet in the order of the bytes; Long.MIN_VALUE without packets. */
  public long lastTimestampNs() {
    return lastTimestampNs;
  }

  /** The earliest time; Long.MIN_VALUE without packets. */
  public long lowestTimestampNs() {
    return lowestTimestampNs;
  }

  /** The latest time; Long.MIN_VALUE without packets. */
  public long highestTimestampNs() {
    return highestTimestampNs;
  }

  /** How often a packet is earlier than the one before it. */
  public long backwardSteps() {
    return backwardSteps;
  }

  /**
   * Offset of the first packet that is earlier than the one before it, in the range in which it was
   * met, or -1. In a file of one ring this is where the remains of a recycled file begin.
   */
  public long firstBackwardStep() {
    return firstBackwardStep;
  }
}
