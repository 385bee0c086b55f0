// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.i64;
import static dev.ringtail.pcapng.BlockLayout.padded;
import static dev.ringtail.pcapng.BlockLayout.timestamp;
import static dev.ringtail.pcapng.BlockLayout.u16;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Walks the options of one little-endian block. Options are a courtesy of the format: a list that
 * is malformed simply ends there, and the block remains usable.
 */
final class OptionReader {
  static final int END = 0;
  static final int COMMENT = 1;

  private final MemorySegment bytes;
  private final long end;
  private long next;
  private long value;
  private int code;
  private int length;

  /**
   * @param from offset of the first option
   * @param end offset of the block's trailing length
   */
  OptionReader(MemorySegment bytes, long from, long end) {
    this.bytes = bytes;
    this.next = from;
    this.end = end;
  }

  boolean advance() {
    if (end - next < 4) {
      return false;
    }
    code = u16(bytes, next);
    length = u16(bytes, next + 2);
    value = next + 4;
    if (code == END || length > end - value) {
      return false;
    }
    next = value + Math.min(padded(length), end - value);
    return true;
  }

  int code() {
    return code;
  }

  int length() {
    return length;
  }

  long offset() {
    return value;
  }

  byte[] bytes() {
    return bytes.asSlice(value, length).toArray(ValueLayout.JAVA_BYTE);
  }

  String text() {
    return text(0);
  }

  String text(int skip) {
    int terminator = length;
    byte[] all = bytes();
    while (terminator > skip && all[terminator - 1] == 0) {
      terminator--;
    }
    return new String(all, skip, terminator - skip, StandardCharsets.UTF_8);
  }

  int unsignedByte() {
    return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, value));
  }

  long longValue() {
    return i64(bytes, value);
  }

  long timestampValue() {
    return timestamp(bytes, value);
  }
}
