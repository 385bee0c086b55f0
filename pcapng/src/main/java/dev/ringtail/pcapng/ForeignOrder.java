// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.EPB_CAPTURED_LENGTH;
import static dev.ringtail.pcapng.BlockLayout.EPB_HEADER;
import static dev.ringtail.pcapng.BlockLayout.EPB_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.i32;
import static dev.ringtail.pcapng.BlockLayout.i64;
import static dev.ringtail.pcapng.BlockLayout.padded;
import static dev.ringtail.pcapng.BlockLayout.putI32;
import static dev.ringtail.pcapng.BlockLayout.putI64;
import static dev.ringtail.pcapng.BlockLayout.putU16;
import static dev.ringtail.pcapng.BlockLayout.u16;
import static dev.ringtail.pcapng.BlockLayout.u32;

import java.lang.foreign.MemorySegment;

/**
 * Turns a block of a big-endian section into the little-endian block of the same content, where it
 * lies, so that only one byte order has to be understood elsewhere. Values of options that this
 * class does not know stay as they are.
 */
final class ForeignOrder {
  private static final int CUSTOM_TEXT = 2988;
  private static final int CUSTOM_BINARY = 2989;
  private static final int CUSTOM_TEXT_NOT_COPIED = 19372;
  private static final int CUSTOM_BINARY_NOT_COPIED = 19373;

  private ForeignOrder() {}

  /**
   * @param length total length of the block, at least {@link BlockCursor#shortest} of its type
   */
  static void toLittleEndian(MemorySegment bytes, long offset, long length) {
    swap32(bytes, offset, 2);
    swap32(bytes, offset + length - 4, 1);
    long body = offset + BlockLayout.BODY;
    long end = offset + length - 4;
    int type = i32(bytes, offset);
    switch (type) {
      case BlockLayout.SECTION_HEADER -> {
        swap32(bytes, body, 1);
        swap16(bytes, body + 4, 2);
        swap64(bytes, body + 8);
        swapOptions(bytes, type, body + 16, end);
      }
      case BlockLayout.INTERFACE_DESCRIPTION -> {
        swap16(bytes, body, 2);
        swap32(bytes, body + 4, 1);
        swapOptions(bytes, type, body + 8, end);
      }
      case BlockLayout.ENHANCED_PACKET -> {
        swap32(bytes, body, 5);
        swapPacketOptions(bytes, type, offset, length);
      }
      case BlockLayout.OBSOLETE_PACKET -> {
        swap16(bytes, body, 2);
        swap32(bytes, body + 4, 4);
        swapPacketOptions(bytes, type, offset, length);
      }
      case BlockLayout.SIMPLE_PACKET -> swap32(bytes, body, 1);
      case BlockLayout.NAME_RESOLUTION ->
          swapOptions(bytes, type, swapRecords(bytes, body, end), end);
      case BlockLayout.INTERFACE_STATISTICS -> {
        swap32(bytes, body, 3);
        swapOptions(bytes, type, body + 12, end);
      }
      default -> {}
    }
  }

  private static void swapPacketOptions(MemorySegment bytes, int type, long offset, long length) {
    long data = padded(u32(bytes, offset + EPB_CAPTURED_LENGTH));
    if (data <= length - EPB_OVERHEAD) {
      swapOptions(bytes, type, offset + EPB_HEADER + data, offset + length - 4);
    }
  }

  /** Swaps the records of a name resolution block; addresses are in network order already. */
  private static long swapRecords(MemorySegment bytes, long from, long end) {
    long at = from;
    while (end - at >= 4) {
      swap16(bytes, at, 2);
      int kind = u16(bytes, at);
      at += 4 + padded(u16(bytes, at + 2));
      if (kind == OptionReader.END) {
        break;
      }
    }
    return at;
  }

  private static void swapOptions(MemorySegment bytes, int type, long from, long end) {
    long at = from;
    while (end - at >= 4) {
      swap16(bytes, at, 2);
      int code = u16(bytes, at);
      int length = u16(bytes, at + 2);
      long value = at + 4;
      if (code == OptionReader.END || length > end - value) {
        return;
      }
      swapValue(bytes, type, code, value, length);
      at = value + padded(length);
    }
  }

  private static void swapValue(MemorySegment bytes, int type, int code, long value, int length) {
    switch (width(type, code)) {
      case 32 -> swap32(bytes, value, length / 4);
      case 64 -> {
        if (length == 8) {
          swap64(bytes, value);
        }
      }
      default -> {}
    }
    if (length >= 4
        && (code == CUSTOM_TEXT
            || code == CUSTOM_BINARY
            || code == CUSTOM_TEXT_NOT_COPIED
            || code == CUSTOM_BINARY_NOT_COPIED)) {
      swap32(bytes, value, 1);
    }
  }

  /** Bits of the numbers in an option: 32 for one or two words, 64, or 0 for bytes and text. */
  private static int width(int type, int code) {
    return switch (type) {
      case BlockLayout.INTERFACE_DESCRIPTION ->
          switch (code) {
            case 8, 14, 16, 17 -> 64; // if_speed, if_tsoffset, if_txspeed, if_rxspeed
            case 10 -> 32; // if_tzone
            default -> 0;
          };
      case BlockLayout.ENHANCED_PACKET ->
          switch (code) {
            case 2, 6, 8 -> 32; // epb_flags, epb_queue, epb_processid_threadid
            case 4, 5 -> 64; // epb_dropcount, epb_packetid
            default -> 0;
          };
      case BlockLayout.OBSOLETE_PACKET -> code == 2 ? 32 : 0; // pack_flags
      case BlockLayout.INTERFACE_STATISTICS ->
          switch (code) {
            case 2, 3 -> 32; // isb_starttime, isb_endtime
            case 4, 5, 6, 7, 8 -> 64; // the counts
            default -> 0;
          };
      default -> 0;
    };
  }

  private static void swap16(MemorySegment bytes, long offset, int count) {
    for (long at = offset; at < offset + 2L * count; at += 2) {
      putU16(bytes, at, Short.reverseBytes((short) u16(bytes, at)));
    }
  }

  private static void swap32(MemorySegment bytes, long offset, int count) {
    for (long at = offset; at < offset + 4L * count; at += 4) {
      putI32(bytes, at, Integer.reverseBytes(i32(bytes, at)));
    }
  }

  private static void swap64(MemorySegment bytes, long offset) {
    putI64(bytes, offset, Long.reverseBytes(i64(bytes, offset)));
  }
}
