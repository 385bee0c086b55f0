// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A generic netlink message, as {@code include/uapi/linux/netlink.h} and {@code genetlink.h} lay it
 * out, in the machine's byte order and padded to 4 bytes throughout:
 *
 * <pre>
 *   0   length u32, type u16, flags u16, sequence u32, port u32      nlmsghdr
 *   16  command u8, version u8, reserved u16                         genlmsghdr
 *   20  { length u16, type u16, value } ...                          attributes
 * </pre>
 *
 * @param type the family it belongs to, or {@link #ERROR}
 * @param sequence that of the request it answers
 * @param payload what follows the first header
 */
record NetlinkMessage(int type, int sequence, ByteBuffer payload) {
  /** Type of an answer whose payload begins with a negative error number, or 0 for success. */
  static final int ERROR = 2;

  private static final int HEADER = 16;
  private static final int GENERIC_HEADER = 4;
  private static final int ATTRIBUTE_HEADER = 4;
  private static final int ATTRIBUTE_TYPE_MASK = 0x3fff;
  private static final short REQUEST = 1;

  /** A request of one attribute. */
  static ByteBuffer request(int family, int sequence, int command, int attribute, byte[] value) {
    int attributeBytes = ATTRIBUTE_HEADER + value.length;
    ByteBuffer message = buffer(HEADER + GENERIC_HEADER + padded(attributeBytes));
    message.putInt(message.capacity()).putShort((short) family).putShort(REQUEST);
    message.putInt(sequence).putInt(0);
    message.put((byte) command).put((byte) 1).putShort((short) 0);
    message.putShort((short) attributeBytes).putShort((short) attribute).put(value);
    return message.rewind();
  }

  /** A value as the kernel wants text: with a zero behind it. */
  static byte[] text(String value) {
    return (value + '\0').getBytes(StandardCharsets.US_ASCII);
  }

  /** A 32-bit value. */
  static byte[] number(int value) {
    return buffer(Integer.BYTES).putInt(value).array();
  }

  /** All messages of a datagram; what is cut off at its end is left out. */
  static List<NetlinkMessage> parse(ByteBuffer datagram) {
    ByteBuffer in = datagram.duplicate().order(ByteOrder.nativeOrder());
    List<NetlinkMessage> messages = new ArrayList<>();
    while (in.remaining() >= HEADER) {
      int start = in.position();
      int length = in.getInt(start);
      if (length < HEADER || length > in.remaining()) {
        break;
      }
      messages.add(
          new NetlinkMessage(
              Short.toUnsignedInt(in.getShort(start + 4)),
              in.getInt(start + 8),
              slice(in, start + HEADER, length - HEADER)));
      in.position(Math.min(in.limit(), start + padded(length)));
    }
    return messages;
  }

  /** The error number of an {@link #ERROR} message, positive; 0 for success. */
  int errno() {
    return payload.remaining() < Integer.BYTES ? 0 : -payload.getInt(0);
  }

  /** The attributes of a generic message by their type; what is cut off is left out. */
  Map<Integer, ByteBuffer> attributes() {
    Map<Integer, ByteBuffer> attributes = new HashMap<>();
    int at = GENERIC_HEADER;
    while (at + ATTRIBUTE_HEADER <= payload.limit()) {
      int length = Short.toUnsignedInt(payload.getShort(at));
      if (length < ATTRIBUTE_HEADER || at + length > payload.limit()) {
        break;
      }
      attributes.put(
          Short.toUnsignedInt(payload.getShort(at + 2)) & ATTRIBUTE_TYPE_MASK,
          slice(payload, at + ATTRIBUTE_HEADER, length - ATTRIBUTE_HEADER));
      at += padded(length);
    }
    return attributes;
  }

  private static ByteBuffer slice(ByteBuffer whole, int from, int length) {
    return whole.slice(from, length).order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  private static int padded(int bytes) {
    return (bytes + 3) & -4;
  }
}
