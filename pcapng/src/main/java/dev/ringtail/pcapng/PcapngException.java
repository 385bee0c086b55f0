// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.io.IOException;

/** A pcapng file is broken. Everything in front of the place named is intact and was delivered. */
public final class PcapngException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long offset;
  private final BlockFault fault;

  PcapngException(String file, long offset, BlockFault fault) {
    this(file, offset, fault, fault.sentence());
  }

  PcapngException(String file, long offset, BlockFault fault, String cause) {
    super("%s is broken at byte %d: %s".formatted(file, offset, cause));
    this.offset = offset;
    this.fault = fault;
  }

  /** Offset in the file of the first broken block: the length of the part that is intact. */
  public long offset() {
    return offset;
  }

  public BlockFault fault() {
    return fault;
  }
}
