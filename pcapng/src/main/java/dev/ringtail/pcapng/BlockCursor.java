// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BLOCK_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.BODY;
import static dev.ringtail.pcapng.BlockLayout.ENHANCED_PACKET;
import static dev.ringtail.pcapng.BlockLayout.EPB_CAPTURED_LENGTH;
import static dev.ringtail.pcapng.BlockLayout.EPB_HEADER;
import static dev.ringtail.pcapng.BlockLayout.EPB_INTERFACE;
import static dev.ringtail.pcapng.BlockLayout.EPB_ORIGINAL_LENGTH;
import static dev.ringtail.pcapng.BlockLayout.EPB_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.EPB_TIMESTAMP_HIGH;
import static dev.ringtail.pcapng.BlockLayout.IDB_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.INTERFACE_DESCRIPTION;
import static dev.ringtail.pcapng.BlockLayout.INTERFACE_STATISTICS;
import static dev.ringtail.pcapng.BlockLayout.ISB_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.OBSOLETE_PACKET;
import static dev.ringtail.pcapng.BlockLayout.SECTION_HEADER;
import static dev.ringtail.pcapng.BlockLayout.SHB_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.SIMPLE_PACKET;
import static dev.ringtail.pcapng.BlockLayout.SPB_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.TOTAL_LENGTH;
import static dev.ringtail.pcapng.BlockLayout.i32;
import static dev.ringtail.pcapng.BlockLayout.padded;
import static dev.ringtail.pcapng.BlockLayout.timestamp;
import static dev.ringtail.pcapng.BlockLayout.u32;

import java.lang.foreign.MemorySegment;

/**
 * Walks little-endian blocks that lie back to back in memory, one at a time, and stands still in
 * front of the first one that is broken. Reusable, and allocates nothing. Not thread-safe.
 *
 * <p>The packet accessors are valid while {@link #isPacket()} holds.
 */
public final class BlockCursor {
  private MemorySegment bytes = MemorySegment.NULL;
  private long offset;
  private long length;
  private long end;
  private int type;
  private BlockFault fault = BlockFault.NONE;

  /**
   * Stands in front of the first block of a range.
   *
   * @param from offset in {@code bytes} of the first block
   * @param to offset after the last block
   */
  public BlockCursor reset(MemorySegment bytes, long from, long to) {
    if (from < 0 || to < from || to > bytes.byteSize()) {
      throw new IndexOutOfBoundsException(
          "Blocks from %d to %d do not lie in %d bytes".formatted(from, to, bytes.byteSize()));
    }
    this.bytes = bytes;
    offset = from;
    length = 0;
    end = to;
    type = 0;
    fault = BlockFault.NONE;
    return this;
  }

  /**
   * Goes to the next block.
   *
   * @return false at the end of the range, and in front of a broken block: {@link #fault()} tells
   *     which, {@link #offset()} is then the end of the last intact block
   */
  public boolean advance() {
    offset += length;
    length = 0;
    long room = end - offset;
    if (room == 0 || fault != BlockFault.NONE) {
      return false;
    }
    fault = inspect(room);
    if (fault != BlockFault.NONE) {
      return false;
    }
    type = i32(bytes, offset);
    length = u32(bytes, offset + TOTAL_LENGTH);
    return true;
  }

  /** Goes to a block of which the first length field has been found plausible. */
  boolean enter(MemorySegment bytes, long from, long total) {
    this.bytes = bytes;
    offset = from;
    end = from + total;
    type = i32(bytes, from);
    fault = inspectInside(type, total);
    length = fault == BlockFault.NONE ? total : 0;
    return length > 0;
  }

  private BlockFault inspect(long room) {
    if (room < BODY) {
      return BlockFault.TRUNCATED;
    }
    int candidate = i32(bytes, offset);
    long total = u32(bytes, offset + TOTAL_LENGTH);
    if (candidate == 0) {
      return BlockFault.UNWRITTEN;
    }
    if (total < shortest(candidate) || (total & 3) != 0) {
      return BlockFault.BAD_LENGTH;
    }
    if (total > room) {
      return BlockFault.TRUNCATED;
    }
    return inspectInside(candidate, total);
  }

  private BlockFault inspectInside(int candidate, long total) {
    if (u32(bytes, offset + total - 4) != total) {
      return BlockFault.LENGTHS_DIFFER;
    }
    if (candidate == ENHANCED_PACKET
        && padded(u32(bytes, offset + EPB_CAPTURED_LENGTH)) > total - EPB_OVERHEAD) {
      return BlockFault.BAD_CAPTURED_LENGTH;
    }
    return BlockFault.NONE;
  }

  /** Bytes that a block of a type has at least. */
  static int shortest(int type) {
    return switch (type) {
      case ENHANCED_PACKET, OBSOLETE_PACKET -> EPB_OVERHEAD;
      case SECTION_HEADER -> SHB_OVERHEAD;
      case INTERFACE_DESCRIPTION -> IDB_OVERHEAD;
      case INTERFACE_STATISTICS -> ISB_OVERHEAD;
      case SIMPLE_PACKET -> SPB_OVERHEAD;
      default -> BLOCK_OVERHEAD;
    };
  }

  /** Offset of the current block, or of the end of the last intact one. */
  public long offset() {
    return offset;
  }

  /** Why the last {@link #advance()} failed; {@link BlockFault#NONE} at the end of the range. */
  public BlockFault fault() {
    return fault;
  }

  public int type() {
    return type;
  }

  /** Bytes of the current block, with both of its length fields. */
  public long totalLength() {
    return length;
  }

  /** Whether the current block is an Enhanced Packet Block. */
  public boolean isPacket() {
    return type == ENHANCED_PACKET;
  }

  /** The interface, numbered from 0 in its section; an unsigned 32-bit number. */
  public int interfaceId() {
    return i32(bytes, offset + EPB_INTERFACE);
  }

  /** The timestamp in the unit of its interface: nanoseconds since 1970 in what Ringtail writes. */
  public long timestampNs() {
    return timestamp(bytes, offset + EPB_TIMESTAMP_HIGH);
  }

  public long capturedLength() {
    return u32(bytes, offset + EPB_CAPTURED_LENGTH);
  }

  /** Length of the packet on the wire. */
  public long originalLength() {
    return u32(bytes, offset + EPB_ORIGINAL_LENGTH);
  }

  /** The captured bytes: a view, valid as long as the memory under it. */
  public MemorySegment data() {
    return bytes.asSlice(offset + EPB_HEADER, capturedLength());
  }
}
