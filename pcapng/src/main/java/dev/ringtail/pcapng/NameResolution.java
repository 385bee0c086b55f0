// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BODY;
import static dev.ringtail.pcapng.BlockLayout.NAME_RESOLUTION;
import static dev.ringtail.pcapng.BlockLayout.padded;
import static dev.ringtail.pcapng.BlockLayout.u16;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Name Resolution Block, draft-ietf-opsawg-pcapng section 4.5: names that viewers show in place of
 * IPv4 and IPv6 addresses.
 *
 * @param entries in the order of the file
 */
public record NameResolution(List<Entry> entries) {
  private static final int END = 0;
  private static final int IPV4 = 1;
  private static final int IPV6 = 2;
  private static final int LONGEST_RECORD = 0xFFFF;

  public NameResolution {
    entries = List.copyOf(entries);
  }

  /**
   * One address and its names.
   *
   * @param address IPv4 or IPv6
   * @param names at least one, none of them empty or with a NUL character
   */
  public record Entry(InetAddress address, List<String> names) {
    public Entry {
      names = List.copyOf(names);
      if (names.isEmpty()
          || names.stream().anyMatch(name -> name.isEmpty() || name.indexOf('\0') >= 0)) {
        throw new IllegalArgumentException(
            "%s has no usable name in %s".formatted(address.getHostAddress(), names));
      }
    }

    private byte[] value() {
      ByteArrayOutputStream value = new ByteArrayOutputStream();
      value.writeBytes(address.getAddress());
      for (String name : names) {
        value.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        value.write(0);
      }
      if (value.size() > LONGEST_RECORD) {
        throw new IllegalArgumentException(
            "The names of %s need %d bytes, but a record holds %d; split them"
                .formatted(address.getHostAddress(), value.size(), LONGEST_RECORD));
      }
      return value.toByteArray();
    }
  }

  public byte[] encode() {
    BlockBuilder block = new BlockBuilder().begin(NAME_RESOLUTION);
    for (Entry entry : entries) {
      block.option(entry.address().getAddress().length == 4 ? IPV4 : IPV6, entry.value());
    }
    if (entries.isEmpty()) {
      block.u32(END);
    }
    return block.end().toBytes();
  }

  /** Records of other kinds, and malformed ones, are left out. */
  static NameResolution decode(MemorySegment bytes, long offset, long length) {
    List<Entry> entries = new ArrayList<>();
    long end = offset + length - 4;
    long at = offset + BODY;
    while (end - at >= 4) {
      int type = u16(bytes, at);
      int size = u16(bytes, at + 2);
      if (type == END || size > end - at - 4) {
        break;
      }
      int addressLength = type == IPV4 ? 4 : type == IPV6 ? 16 : 0;
      if (addressLength > 0 && size > addressLength) {
        byte[] value = bytes.asSlice(at + 4, size).toArray(ValueLayout.JAVA_BYTE);
        List<String> names = names(value, addressLength);
        if (!names.isEmpty()) {
          entries.add(new Entry(address(value, addressLength), names));
        }
      }
      at += 4 + padded(size);
    }
    return new NameResolution(entries);
  }

  private static List<String> names(byte[] value, int from) {
    String text = new String(value, from, value.length - from, StandardCharsets.UTF_8);
    return List.of(text.split("\0")).stream().filter(name -> !name.isEmpty()).toList();
  }

  private static InetAddress address(byte[] value, int length) {
    try {
      return InetAddress.getByAddress(Arrays.copyOf(value, length));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("An address of %d bytes was refused".formatted(length), e);
    }
  }
}
