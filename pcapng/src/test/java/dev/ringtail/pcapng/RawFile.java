// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes pcapng blocks in either byte order straight from the draft, apart from the encoders of the
 * product.
 */
final class RawFile {
  private final ByteBuffer out;
  private int start;

  RawFile(ByteOrder order) {
    out = ByteBuffer.allocate(1 << 16).order(order);
  }

  RawFile section() {
    return begin(0x0A0D0D0A).u32(0x1A2B3C4D).u16(1).u16(0).u64(-1).end();
  }

  RawFile begin(int type) {
    start = out.position();
    return u32(type).u32(0);
  }

  RawFile end() {
    int total = out.position() - start + 4;
    out.putInt(total).putInt(start + 4, total);
    return this;
  }

  RawFile u16(int value) {
    out.putShort((short) value);
    return this;
  }

  RawFile u32(int value) {
    out.putInt(value);
    return this;
  }

  RawFile u64(long value) {
    out.putLong(value);
    return this;
  }

  RawFile time(long value) {
    return u32((int) (value >>> 32)).u32((int) value);
  }

  RawFile bytes(byte... value) {
    out.put(value);
    while ((out.position() - start) % 4 != 0) {
      out.put((byte) 0);
    }
    return this;
  }

  RawFile option(int code, String text) {
    byte[] value = text.getBytes(StandardCharsets.UTF_8);
    return u16(code).u16(value.length).bytes(value);
  }

  RawFile optionU64(int code, long value) {
    return u16(code).u16(8).u64(value);
  }

  RawFile optionTime(int code, long value) {
    return u16(code).u16(8).time(value);
  }

  RawFile endOfOptions() {
    return u32(0);
  }

  byte[] toBytes() {
    return Arrays.copyOf(out.array(), out.position());
  }

  /** A file with every kind of block that the reader knows, and with ones that it does not. */
  static byte[] everyKind(ByteOrder order) {
    return new RawFile(order)
        .begin(0x0A0D0D0A)
        .u32(0x1A2B3C4D)
        .u16(1)
        .u16(0)
        .u64(-1)
        .option(1, "first line")
        .option(1, "second line")
        .option(4, "somebody else")
        .endOfOptions()
        .end()
        .begin(1) // interface 0: nanoseconds, an hour ahead
        .u16(1)
        .u16(0)
        .u32(96)
        .option(2, "eth0")
        .optionU64(8, 25_000_000_000L)
        .u16(9)
        .u16(1)
        .bytes((byte) 9)
        .u16(11)
        .u16(5)
        .bytes((byte) 0, (byte) 'a', (byte) 'r', (byte) 'p', (byte) ' ')
        .optionU64(14, 3600)
        .u16(0x7777)
        .u16(3)
        .bytes((byte) 1, (byte) 2, (byte) 3)
        .endOfOptions()
        .end()
        .begin(1) // interface 1: no options, so microseconds
        .u16(101)
        .u16(0)
        .u32(0)
        .end()
        .begin(0xBAD) // custom block
        .u32(32473)
        .u32(7)
        .end()
        .begin(6)
        .u32(0)
        .time(1_764_500_000_000_000_001L)
        .u32(5)
        .u32(60)
        .bytes((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5)
        .u16(2) // epb_flags: inbound
        .u16(4)
        .u32(1)
        .optionU64(4, 77) // epb_dropcount
        .endOfOptions()
        .end()
        .begin(2) // obsolete packet on interface 1
        .u16(1)
        .u16(0xFFFF)
        .time(1_764_503_600_000_002L)
        .u32(4)
        .u32(4)
        .bytes((byte) 6, (byte) 7, (byte) 8, (byte) 9)
        .end()
        .begin(3) // simple packet of interface 0, cut at its snap length
        .u32(200)
        .bytes(Samples.frame(1, 96))
        .end()
        .begin(4)
        .u16(1)
        .u16(4 + 7)
        .bytes(
            (byte) 10,
            (byte) 1,
            (byte) 2,
            (byte) 3,
            (byte) 'n',
            (byte) 'o',
            (byte) 'd',
            (byte) 'e',
            (byte) '-',
            (byte) '1',
            (byte) 0)
        .u32(0)
        .end()
        .begin(5)
        .u32(1)
        .time(1_764_503_600_000_009L)
        .optionTime(2, 1_764_503_600_000_000L)
        .optionU64(4, 1234)
        .optionU64(5, 5)
        .endOfOptions()
        .end()
        .toBytes();
  }
}
