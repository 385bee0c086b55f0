// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.INTERFACE_DESCRIPTION;
import static dev.ringtail.pcapng.BlockLayout.u16;
import static dev.ringtail.pcapng.BlockLayout.u32;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Interface Description Block, draft-ietf-opsawg-pcapng section 4.2. An empty text is an option
 * that is not there.
 *
 * @param linkType LINKTYPE_ number of the registry at tcpdump.org, 0 to 65535
 * @param snapLength most bytes kept of a packet, 0 for no limit, below 2^32
 * @param name the interface, if_name
 * @param description what is captured and where, if_description
 * @param filter a libpcap expression, if_filter code 0; other filter languages belong in the
 *     description or the comment, as the draft has no code for them
 * @param hardware driver and device, if_hardware
 * @param os the operating system, if_os
 * @param comment any text; several comments of a file are lines of one text
 * @param speedBitsPerSecond if_speed, 0 when not known
 * @param macAddress six hexadecimal bytes with colons, if_MACaddr
 * @param resolution how the interface's packets count time
 */
public record InterfaceDescription(
    int linkType,
    long snapLength,
    String name,
    String description,
    String filter,
    String hardware,
    String os,
    String comment,
    long speedBitsPerSecond,
    String macAddress,
    TimestampResolution resolution) {

  private static final int NAME = 2;
  private static final int DESCRIPTION = 3;
  private static final int MAC_ADDRESS = 6;
  private static final int SPEED = 8;
  private static final int RESOLUTION = 9;
  private static final int FILTER = 11;
  private static final int OS = 12;
  private static final int OFFSET = 14;
  private static final int HARDWARE = 15;
  private static final int OPTIONS = 16;
  private static final int FILTER_TEXT = 0;
  private static final HexFormat MAC = HexFormat.ofDelimiter(":");
  private static final Pattern MAC_PATTERN =
      Pattern.compile("(|\\p{XDigit}{2}(:\\p{XDigit}{2}){5})");

  public InterfaceDescription {
    if (linkType < 0 || linkType > 0xFFFF) {
      throw new IllegalArgumentException("A link type is 0 to 65535, not " + linkType);
    }
    if (snapLength < 0 || snapLength > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("A snap length is 0 to 2^32-1, not " + snapLength);
    }
    if (!MAC_PATTERN.matcher(macAddress).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is no MAC address; write it as 02:00:5e:10:00:01".formatted(macAddress));
    }
  }

  /** An interface with nanosecond timestamps of which only the name is known. */
  public static InterfaceDescription of(int linkType, long snapLength, String name) {
    return new InterfaceDescription(
        linkType, snapLength, name, "", "", "", "", "", 0, "", TimestampResolution.NANOSECONDS);
  }

  public InterfaceDescription withDescription(String text) {
    return new InterfaceDescription(
        linkType,
        snapLength,
        name,
        text,
        filter,
        hardware,
        os,
        comment,
        speedBitsPerSecond,
        macAddress,
        resolution);
  }

  /** With a libpcap expression as its filter. */
  public InterfaceDescription withFilter(String expression) {
    return new InterfaceDescription(
        linkType,
        snapLength,
        name,
        description,
        expression,
        hardware,
        os,
        comment,
        speedBitsPerSecond,
        macAddress,
        resolution);
  }

  public InterfaceDescription withComment(String text) {
    return new InterfaceDescription(
        linkType,
        snapLength,
        name,
        description,
        filter,
        hardware,
        os,
        text,
        speedBitsPerSecond,
        macAddress,
        resolution);
  }

  /** With what the host knows of the device: driver, operating system, speed, MAC address. */
  public InterfaceDescription withDevice(
      String hardware, String os, long speedBitsPerSecond, String macAddress) {
    return new InterfaceDescription(
        linkType,
        snapLength,
        name,
        description,
        filter,
        hardware,
        os,
        comment,
        speedBitsPerSecond,
        macAddress,
        resolution);
  }

  public InterfaceDescription withResolution(TimestampResolution resolution) {
    return new InterfaceDescription(
        linkType,
        snapLength,
        name,
        description,
        filter,
        hardware,
        os,
        comment,
        speedBitsPerSecond,
        macAddress,
        resolution);
  }

  public byte[] encode() {
    BlockBuilder block = new BlockBuilder();
    encode(block);
    return block.toBytes();
  }

  void encode(BlockBuilder block) {
    block.begin(INTERFACE_DESCRIPTION).u16(linkType).u16(0).u32((int) snapLength);
    block.text(OptionReader.COMMENT, comment).text(NAME, name).text(DESCRIPTION, description);
    if (!macAddress.isEmpty()) {
      block.option(MAC_ADDRESS, MAC.parseHex(macAddress));
    }
    if (speedBitsPerSecond > 0) {
      block.optionU64(SPEED, speedBitsPerSecond);
    }
    block.option(RESOLUTION, new byte[] {(byte) resolution.code()});
    if (!filter.isEmpty()) {
      byte[] text = filter.getBytes(StandardCharsets.UTF_8);
      byte[] value = ByteBuffer.allocate(1 + text.length).put((byte) FILTER_TEXT).put(text).array();
      block.option(FILTER, value);
    }
    block.text(OS, os);
    if (resolution.offsetSeconds() != 0) {
      block.optionU64(OFFSET, resolution.offsetSeconds());
    }
    block.text(HARDWARE, hardware).end();
  }

  static InterfaceDescription decode(MemorySegment bytes, long offset, long length) {
    String name = "";
    String description = "";
    String filter = "";
    String hardware = "";
    String os = "";
    String comment = "";
    String mac = "";
    long speed = 0;
    int resolution = TimestampResolution.MICROSECONDS.code();
    long offsetSeconds = 0;
    OptionReader option = new OptionReader(bytes, offset + OPTIONS, offset + length - 4);
    while (option.advance()) {
      int size = option.length();
      switch (option.code()) {
        case OptionReader.COMMENT -> comment = SectionHeader.joined(comment, option.text());
        case NAME -> name = option.text();
        case DESCRIPTION -> description = option.text();
        case HARDWARE -> hardware = option.text();
        case OS -> os = option.text();
        case MAC_ADDRESS -> mac = size == 6 ? MAC.formatHex(option.bytes()) : mac;
        case SPEED -> speed = size == 8 ? option.longValue() : speed;
        case RESOLUTION -> resolution = size == 1 ? option.unsignedByte() : resolution;
        case OFFSET -> offsetSeconds = size == 8 ? option.longValue() : offsetSeconds;
        case FILTER -> {
          if (size > 0 && option.unsignedByte() == FILTER_TEXT) {
            filter = option.text(1);
          }
        }
        default -> {}
      }
    }
    return new InterfaceDescription(
        u16(bytes, offset + 8),
        u32(bytes, offset + 12),
        name,
        description,
        filter,
        hardware,
        os,
        comment,
        speed,
        mac,
        new TimestampResolution(resolution, offsetSeconds));
  }
}
