// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.util.List;

/** What a pcapng file starts with: its section header and the descriptions of its interfaces. */
public final class Prelude {
  private Prelude() {}

  /**
   * The bytes in front of the first packet.
   *
   * @param interfaces numbered from 0 in this order
   */
  public static byte[] encode(SectionHeader section, List<InterfaceDescription> interfaces) {
    BlockBuilder block = new BlockBuilder();
    section.encode(block);
    interfaces.forEach(description -> description.encode(block));
    return block.toBytes();
  }
}
