// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Offsets and numbers of the blocks of draft-ietf-opsawg-pcapng, section 3.1 and 4, as they lie in
 * a little-endian section.
 *
 * <pre>
 *  every block             Enhanced Packet Block
 *   0 type                   0 type = 6
 *   4 total length           4 total length
 *   8 body                   8 interface id
 *     ...                   12 timestamp, high 32 bits
 *  -4 total length          16 timestamp, low 32 bits
 *                           20 captured length
 *                           24 original length
 *                           28 packet data, padded to 4, then options
 *                           -4 total length
 * </pre>
 */
public final class BlockLayout {
  public static final int SECTION_HEADER = 0x0A0D0D0A;
  public static final int INTERFACE_DESCRIPTION = 1;
  public static final int OBSOLETE_PACKET = 2;
  public static final int SIMPLE_PACKET = 3;
  public static final int NAME_RESOLUTION = 4;
  public static final int INTERFACE_STATISTICS = 5;
  public static final int ENHANCED_PACKET = 6;

  /** Type, total length, and total length again: the shortest block. */
  public static final int BLOCK_OVERHEAD = 12;

  /** Bytes of an Enhanced Packet Block before its data. */
  public static final int EPB_HEADER = 28;

  /** Bytes that an Enhanced Packet Block without options needs beside its padded data. */
  public static final int EPB_OVERHEAD = 32;

  /** Link type of Ethernet frames, LINKTYPE_ETHERNET. */
  public static final int LINKTYPE_ETHERNET = 1;

  static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
  static final int TYPE = 0;
  static final int TOTAL_LENGTH = 4;
  static final int BODY = 8;
  static final int EPB_INTERFACE = 8;
  static final int EPB_TIMESTAMP_HIGH = 12;
  static final int EPB_TIMESTAMP_LOW = 16;
  static final int EPB_CAPTURED_LENGTH = 20;
  static final int EPB_ORIGINAL_LENGTH = 24;
  static final int SHB_OVERHEAD = 28;
  static final int IDB_OVERHEAD = 20;
  static final int ISB_OVERHEAD = 24;
  static final int SPB_OVERHEAD = 16;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private BlockLayout() {}

  /** The length rounded up to the next multiple of 4, as data and option values are padded. */
  public static long padded(long length) {
    return (length + 3) & ~3L;
  }

  static int u16(MemorySegment bytes, long offset) {
    return Short.toUnsignedInt(bytes.get(SHORT, offset));
  }

  static int i32(MemorySegment bytes, long offset) {
    return bytes.get(INT, offset);
  }

  static long u32(MemorySegment bytes, long offset) {
    return Integer.toUnsignedLong(bytes.get(INT, offset));
  }

  static long i64(MemorySegment bytes, long offset) {
    return bytes.get(LONG, offset);
  }

  /** A timestamp: two 32-bit words, the high one first in either byte order. */
  static long timestamp(MemorySegment bytes, long offset) {
    return (long) i32(bytes, offset) << 32 | u32(bytes, offset + 4);
  }

  static void putU16(MemorySegment bytes, long offset, int value) {
    bytes.set(SHORT, offset, (short) value);
  }

  static void putI32(MemorySegment bytes, long offset, int value) {
    bytes.set(INT, offset, value);
  }

  static void putI64(MemorySegment bytes, long offset, long value) {
    bytes.set(LONG, offset, value);
  }

  static void putTimestamp(MemorySegment bytes, long offset, long value) {
    putI32(bytes, offset, (int) (value >>> 32));
    putI32(bytes, offset + 4, (int) value);
  }
}
