// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import dev.ringtail.agent.kernel.LibC;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/** Segments in states that a test wants. */
public final class SegmentFiles {
  private SegmentFiles() {}

  /** A segment on a device that refuses every write with ENOSPC. */
  public static SegmentFile onFullDevice(int reader) {
    Path device = Path.of("/dev/full");
    int fd = LibC.open(device.toString(), LibC.O_RDWR | LibC.O_CLOEXEC, 0);
    return new SegmentFile(
        new SegmentName("test", reader, 0),
        0,
        0,
        device,
        fd,
        1 << 24,
        0,
        Arena.ofAuto().allocate(64, 8));
  }

  /** Plays the supplying side. */
  public static boolean give(SegmentExchange exchange, SegmentFile segment) {
    exchange.supplier(Thread.currentThread());
    return exchange.offer(segment);
  }
}
