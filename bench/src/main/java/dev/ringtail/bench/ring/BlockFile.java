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

/** Packets as pcapng blocks through a buffer into one preallocated file. */
public final class BlockFile implements AutoCloseable {
  private static final long RECYCLED_BYTES = 256L << 20;
  private static final int BUFFER_BYTES = 256 << 10;
  private static final int OVERHEAD = 32;
  private static final int ENHANCED_PACKET = 6;
  private static final int MODE = 0600;

  /** A section and an Ethernet interface with nanoseconds. */
  private static final int[] PRELUDE = {
    0x0a0d0d0a, 28, 0x1a2b3c4d, 1, -1, -1, 28, 1, 32, 1, 0, 0x00010009, 9, 0, 32
  };

  private final Path path;
  private final boolean recycled;
  private final long fileBytes;
  private final int fd;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment buffer = arena.allocate(BUFFER_BYTES, 8);
  private long used;
  private long filePosition;

  private BlockFile(Path path, long fileBytes, boolean recycled) {
    this.path = path;
    this.fileBytes = fileBytes;
    this.recycled = recycled;
    fd =
        KernelException.check(
            LibC.open(path.toString(), LibC.O_RDWR | LibC.O_CREAT | LibC.O_CLOEXEC, MODE),
            "cannot create " + path);
    KernelException.check(LibC.fallocate(fd, 0, 0, fileBytes), "no room for " + path);
  }

  /** A file that is written over from its start when it is full, and removed in the end. */
  static BlockFile overAndOver(Path path) {
    return new BlockFile(path, RECYCLED_BYTES, true);
  }

  /**
   * A file that stays, with section and interface blocks.
   *
   * @param fileBytes room that is reserved; more than that cannot be written
   */
  public static BlockFile once(Path path, long fileBytes) {
    BlockFile file = new BlockFile(path, fileBytes, false);
    for (int word : PRELUDE) {
      file.buffer.set(JAVA_INT, file.used, word);
      file.used += Integer.BYTES;
    }
    return file;
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
    if (filePosition + used > fileBytes) {
      if (!recycled) {
        throw new IllegalStateException(path + " is full");
      }
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
    LibC.ftruncate(fd, filePosition);
    LibC.close(fd);
    arena.close();
    try {
      if (recycled) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
