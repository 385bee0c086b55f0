// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BLOCK_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.padded;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Puts little-endian blocks together on the heap. For headers, never for packets in bulk. */
final class BlockBuilder {
  private static final int LONGEST_OPTION = 0xFFFF;

  private ByteBuffer buffer = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
  private int start;
  private boolean hasOptions;

  BlockBuilder begin(int type) {
    start = buffer.position();
    hasOptions = false;
    return u32(type).u32(0);
  }

  BlockBuilder end() {
    if (hasOptions) {
      u32(0);
    }
    int total = buffer.position() - start + 4;
    u32(total);
    buffer.putInt(start + 4, total);
    return this;
  }

  BlockBuilder u8(int value) {
    room(1).put((byte) value);
    return this;
  }

  BlockBuilder u16(int value) {
    room(2).putShort((short) value);
    return this;
  }

  BlockBuilder u32(int value) {
    room(4).putInt(value);
    return this;
  }

  BlockBuilder u64(long value) {
    room(8).putLong(value);
    return this;
  }

  /** Bytes, then zeros up to the next multiple of 4. */
  BlockBuilder paddedBytes(ByteBuffer value) {
    int pad = (int) padded(value.remaining()) - value.remaining();
    room(value.remaining() + pad).put(value.duplicate());
    for (int i = 0; i < pad; i++) {
      u8(0);
    }
    return this;
  }

  BlockBuilder option(int code, byte[] value) {
    if (value.length > LONGEST_OPTION) {
      throw new IllegalArgumentException(
          "Option %d has %d bytes, but a pcapng option holds at most %d; shorten it"
              .formatted(code, value.length, LONGEST_OPTION));
    }
    hasOptions = true;
    return u16(code).u16(value.length).paddedBytes(ByteBuffer.wrap(value));
  }

  /** A text option, or nothing for an empty text. */
  BlockBuilder text(int code, String value) {
    return value.isEmpty() ? this : option(code, value.getBytes(StandardCharsets.UTF_8));
  }

  BlockBuilder optionU64(int code, long value) {
    hasOptions = true;
    return u16(code).u16(8).u64(value);
  }

  byte[] toBytes() {
    byte[] bytes = new byte[buffer.position()];
    buffer.get(0, bytes);
    return bytes;
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes + BLOCK_OVERHEAD) {
      int capacity = Math.max(buffer.capacity() * 2, buffer.position() + bytes + BLOCK_OVERHEAD);
      ByteBuffer larger = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
      larger.put(buffer.flip());
      buffer = larger;
    }
    return buffer;
  }
}
