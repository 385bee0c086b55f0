// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BYTE_ORDER_MAGIC;
import static dev.ringtail.pcapng.BlockLayout.SECTION_HEADER;

import java.lang.foreign.MemorySegment;

/**
 * Section Header Block, draft-ietf-opsawg-pcapng section 4.1. An empty text is an option that is
 * not there.
 *
 * @param hardware the machine, shb_hardware
 * @param os the operating system, shb_os
 * @param userApplication the program that wrote the section, shb_userappl
 * @param comment any text; several comments of a file are lines of one text
 */
public record SectionHeader(String hardware, String os, String userApplication, String comment) {
  private static final int HARDWARE = 2;
  private static final int OS = 3;
  private static final int USER_APPLICATION = 4;
  private static final int OPTIONS = 24;

  /** The bytes of the block: version 1.0, section length not specified. */
  public byte[] encode() {
    BlockBuilder block = new BlockBuilder();
    encode(block);
    return block.toBytes();
  }

  void encode(BlockBuilder block) {
    block
        .begin(SECTION_HEADER)
        .u32(BYTE_ORDER_MAGIC)
        .u16(1)
        .u16(0)
        .u64(-1)
        .text(OptionReader.COMMENT, comment)
        .text(HARDWARE, hardware)
        .text(OS, os)
        .text(USER_APPLICATION, userApplication)
        .end();
  }

  static SectionHeader decode(MemorySegment bytes, long offset, long length) {
    String hardware = "";
    String os = "";
    String application = "";
    String comment = "";
    OptionReader option = new OptionReader(bytes, offset + OPTIONS, offset + length - 4);
    while (option.advance()) {
      switch (option.code()) {
        case OptionReader.COMMENT -> comment = joined(comment, option.text());
        case HARDWARE -> hardware = option.text();
        case OS -> os = option.text();
        case USER_APPLICATION -> application = option.text();
        default -> {}
      }
    }
    return new SectionHeader(hardware, os, application, comment);
  }

  static String joined(String lines, String line) {
    return lines.isEmpty() ? line : lines + "\n" + line;
  }
}
