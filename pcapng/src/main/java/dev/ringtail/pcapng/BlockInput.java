// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BODY;
import static dev.ringtail.pcapng.BlockLayout.BYTE_ORDER_MAGIC;
import static dev.ringtail.pcapng.BlockLayout.ENHANCED_PACKET;
import static dev.ringtail.pcapng.BlockLayout.EPB_INTERFACE;
import static dev.ringtail.pcapng.BlockLayout.OBSOLETE_PACKET;
import static dev.ringtail.pcapng.BlockLayout.SECTION_HEADER;
import static dev.ringtail.pcapng.BlockLayout.TOTAL_LENGTH;
import static dev.ringtail.pcapng.BlockLayout.TYPE;
import static dev.ringtail.pcapng.BlockLayout.i32;
import static dev.ringtail.pcapng.BlockLayout.putI32;
import static dev.ringtail.pcapng.BlockLayout.u16;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Reads any pcapng stream block by block through one buffer. Blocks of big-endian sections are
 * turned to little-endian in the buffer, and obsolete Packet Blocks into the Enhanced Packet Blocks
 * that have the same layout (their count of drops is lost), so that callers meet one form only.
 *
 * <p>A block stays where it is in memory until {@link #next()} has to read on, which {@link
 * #nextIsBuffered()} tells beforehand.
 */
final class BlockInput {
  /** Wireshark's own limit, wtap's MAX_BLOCK_SIZE. */
  static final int LONGEST_BLOCK = 16 << 20;

  /** Where bytes come from, as {@link java.nio.channels.ReadableByteChannel#read}. */
  @FunctionalInterface
  interface Source {
    int read(ByteBuffer target) throws IOException;
  }

  private final Arena arena;
  private final BlockCursor block = new BlockCursor();
  private MemorySegment bytes;
  private ByteBuffer buffer;
  private Source source;
  private String name;
  private long bufferOffset;
  private long next;
  private long limit;
  private boolean foreign;
  private boolean started;
  private boolean sourceEnded;

  /**
   * @param arena gives the buffer, also a larger one if a block needs it
   */
  BlockInput(Arena arena, int bufferBytes) {
    this.arena = arena;
    allocate(bufferBytes);
  }

  /** Reads from the start of a file. */
  BlockInput open(Source source, String name) {
    return resume(source, name, 0, false, false);
  }

  /** Reads from a block boundary in the middle of a section. */
  BlockInput resume(Source source, String name, long offset, boolean foreign) {
    return resume(source, name, offset, foreign, true);
  }

  private BlockInput resume(
      Source source, String name, long offset, boolean foreign, boolean started) {
    this.source = source;
    this.name = name;
    this.foreign = foreign;
    this.started = started;
    bufferOffset = offset;
    next = 0;
    limit = 0;
    sourceEnded = false;
    return this;
  }

  /**
   * Goes to the next block.
   *
   * @return false at the end of the file, if that is a block boundary
   * @throws PcapngException in front of a broken block
   */
  boolean next() throws IOException {
    if (!fill(BODY)) {
      if (limit == next && started) {
        return false;
      }
      boolean isSection = limit >= 4 && i32(bytes, 0) == SECTION_HEADER;
      throw broken(started || isSection ? BlockFault.TRUNCATED : BlockFault.NOT_PCAPNG);
    }
    int type = ordered(i32(bytes, next + TYPE));
    if (type == SECTION_HEADER) {
      enterSection();
    } else if (!started) {
      throw broken(BlockFault.NOT_PCAPNG);
    }
    long total = Integer.toUnsignedLong(ordered(i32(bytes, next + TOTAL_LENGTH)));
    if (type == 0) {
      throw broken(BlockFault.UNWRITTEN);
    }
    if (total < BlockCursor.shortest(type) || (total & 3) != 0) {
      throw broken(BlockFault.BAD_LENGTH);
    }
    if (total > LONGEST_BLOCK) {
      throw broken(BlockFault.TOO_LONG);
    }
    if (!fill(total)) {
      throw broken(BlockFault.TRUNCATED);
    }
    if (foreign) {
      ForeignOrder.toLittleEndian(bytes, next, total);
    }
    if (type == OBSOLETE_PACKET) {
      putI32(bytes, next + TYPE, ENHANCED_PACKET);
      putI32(bytes, next + EPB_INTERFACE, u16(bytes, next + EPB_INTERFACE));
    }
    if (!block.enter(bytes, next, total)) {
      throw broken(block.fault());
    }
    if (type == SECTION_HEADER && u16(bytes, next + BODY + 4) != 1) {
      throw broken(BlockFault.BAD_SECTION);
    }
    started = true;
    next += total;
    return true;
  }

  private void enterSection() throws IOException {
    if (!fill(BODY + 4)) {
      throw broken(BlockFault.TRUNCATED);
    }
    int magic = i32(bytes, next + BODY);
    if (magic != BYTE_ORDER_MAGIC && magic != Integer.reverseBytes(BYTE_ORDER_MAGIC)) {
      throw broken(BlockFault.BAD_SECTION);
    }
    foreign = magic != BYTE_ORDER_MAGIC;
  }

  private int ordered(int value) {
    return foreign ? Integer.reverseBytes(value) : value;
  }

  /** Whether the next block, if intact, is complete in the buffer: nothing in it will move. */
  boolean nextIsBuffered() {
    long buffered = limit - next;
    return buffered >= BODY
        && Integer.toUnsignedLong(ordered(i32(bytes, next + TOTAL_LENGTH))) <= buffered;
  }

  /** Makes bytes from the next block on lie in the buffer; false if the source has no more. */
  private boolean fill(long count) throws IOException {
    if (limit - next >= count) {
      return true;
    }
    if (next > 0) {
      MemorySegment.copy(bytes, next, bytes, 0, limit - next);
      bufferOffset += next;
      limit -= next;
      next = 0;
    }
    if (count > bytes.byteSize()) {
      MemorySegment old = bytes;
      allocate(Math.max(count, Math.min(old.byteSize() * 2, LONGEST_BLOCK)));
      MemorySegment.copy(old, 0, bytes, 0, limit);
    }
    while (limit < count && !sourceEnded) {
      buffer.limit(buffer.capacity()).position((int) limit);
      sourceEnded = source.read(buffer) < 0;
      limit = buffer.position();
    }
    return limit >= count;
  }

  private void allocate(long size) {
    bytes = arena.allocate(size, 8);
    buffer = bytes.asByteBuffer();
  }

  private PcapngException broken(BlockFault fault) {
    return fault == BlockFault.NOT_PCAPNG
        ? new PcapngException(name, offsetOfNext(), fault, whatItIs())
        : new PcapngException(name, offsetOfNext(), fault);
  }

  private String whatItIs() {
    if (limit == 0) {
      return "it is empty";
    }
    return switch (limit < 4 ? 0 : i32(bytes, 0)) {
      case 0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1 ->
          "this is a classic pcap file; convert it with editcap -F pcapng";
      case 0xfd2fb528 -> "this is compressed by zstd; decompress it first";
      case 0x00088b1f, 0x08088b1f -> "this is compressed by gzip; decompress it first";
      default -> BlockFault.NOT_PCAPNG.sentence();
    };
  }

  /** The fault that a caller finds in the current block. */
  PcapngException brokenHere(BlockFault fault) {
    return new PcapngException(name, offset(), fault);
  }

  /** The current block, which {@link #bytes()} holds at the cursor's offset. */
  BlockCursor block() {
    return block;
  }

  MemorySegment bytes() {
    return bytes;
  }

  /** Offset of the current block in the file. */
  long offset() {
    return bufferOffset + block.offset();
  }

  /** Offset in the file after the current block. */
  long offsetOfNext() {
    return bufferOffset + next;
  }

  /** Whether the current section is big-endian in the file. */
  boolean isForeign() {
    return foreign;
  }
}
