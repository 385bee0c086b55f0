// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** Packets as pcapng blocks through a buffer into one preallocated file, over and over. */
final class BlockFile implements AutoCloseable {
  private static final long FILE_BYTES = 256L << 20;
  private static final int BUFFER_BYTES = 256 << 10;
  private static final int OVERHEAD = 32;
  private static final int ENHANCED_PACKET = 6;
  private static final int MODE = 0600;

  private final Path path;
  private final int fd;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment buffer = arena.allocate(BUFFER_BYTES, 8);
  private long used;
  private long filePosition;

  BlockFile(Path path) {
    this.path = path;
    fd =
        KernelException.check(
            LibC.open(path.toString(), LibC.O_RDWR | LibC.O_CREAT | LibC.O_CLOEXEC, MODE),
            "cannot create " + path);
    KernelException.check(LibC.fallocate(fd, 0, 0, FILE_BYTES), "no room for " + path);
  }

  void write(long timestampNs, MemorySegment from, long at, int captured, int original) {
    int padded = (captured + 3) & ~3;
    int total = OVERHEAD + padded;
    if (used + total > BUFFER_BYTES) {
      flush();
    }
    buffer.set(JAVA_INT, used, ENHANCED_PACKET);
    buffer.set(JAVA_INT, used + 4, total);
    buffer.set(JAVA_INT, used + 8, 0);
    buffer.set(JAVA_INT, used + 12, (int) (timestampNs >>> 32));
    buffer.set(JAVA_INT, used + 16, (int) timestampNs);
    buffer.set(JAVA_INT, used + 20, captured);
    buffer.set(JAVA_INT, used + 24, original);
    MemorySegment.copy(from, at, buffer, used + 28, captured);
    buffer.set(JAVA_INT, used + total - 4, total);
    used += total;
  }

  private void flush() {
    if (filePosition + used > FILE_BYTES) {
      filePosition = 0;
    }
    KernelException.check(
        (int) LibC.pwrite(fd, buffer.address(), used, filePosition), "cannot write " + path);
    filePosition += used;
    used = 0;
  }

  @Override
  public void close() {
    flush();
    LibC.close(fd);
    arena.close();
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
