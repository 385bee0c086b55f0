// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

/** Why a walk over blocks stopped in front of a block. */
public enum BlockFault {
  /** Nothing is wrong: the range ends, or a limit was reached, on a block boundary. */
  NONE("nothing is wrong"),
  /** The range or file ends inside the block. */
  TRUNCATED("the data ends inside the block"),
  /** Block type 0, which the draft reserves: memory or file space that was never written. */
  UNWRITTEN("block type 0: this space was never written"),
  /** The total length is below 12, below what the type needs, or no multiple of 4. */
  BAD_LENGTH("the block's total length is impossible"),
  /** The total length is more than any reader accepts. */
  TOO_LONG("the block's total length is over 16 MiB"),
  /** The total length at the end differs from the one at the start. */
  LENGTHS_DIFFER("the block's total lengths at its start and at its end differ"),
  /** The captured length does not fit in the block. */
  BAD_CAPTURED_LENGTH("the packet's captured length does not fit in its block"),
  /** A packet or statistics block names an interface that has no description. */
  UNKNOWN_INTERFACE("the block names an interface that was not described before it"),
  /** A section header without the byte-order magic of either order, or of an unknown version. */
  BAD_SECTION("the section header has no valid byte-order magic or an unknown version"),
  /** The first block is not a section header. */
  NOT_PCAPNG("this is no pcapng file, as it does not start with a section header");

  private final String sentence;

  BlockFault(String sentence) {
    this.sentence = sentence;
  }

  /** The cause in words, without the place. */
  public String sentence() {
    return sentence;
  }
}
