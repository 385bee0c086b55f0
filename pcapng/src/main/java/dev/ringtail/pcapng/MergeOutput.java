// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Gathers blocks in one of two large buffers while a thread of its own writes the other: writing
 * takes as long as merging. Blocks that lie back to back in the same memory are copied in one go:
 * the copy is put off until {@link #settle()}, or until a block from elsewhere comes.
 */
final class MergeOutput implements AutoCloseable {
  private final WritableByteChannel channel;
  private final Arena arena = Arena.ofShared();
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("pcapng-merge-writer").factory());
  private MemorySegment bytes;
  private MemorySegment otherBytes;
  private Future<?> otherWritten;
  private long used;
  private long written;
  private MemorySegment pending = MemorySegment.NULL;
  private long pendingFrom;
  private long pendingTo;

  MergeOutput(WritableByteChannel channel, int bufferBytes) {
    this.channel = channel;
    bytes = arena.allocate(bufferBytes, 8);
    otherBytes = arena.allocate(bufferBytes, 8);
  }

  /** Takes a block that stays where it is until {@link #settle()}. */
  void append(MemorySegment source, long offset, long length) throws IOException {
    if (source != pending || offset != pendingTo) {
      settle();
      pending = source;
      pendingFrom = offset;
    }
    pendingTo = offset + length;
  }

  void append(byte[] block) throws IOException {
    append(MemorySegment.ofArray(block), 0, block.length);
    settle();
  }

  /** Copies what was put off, so that its memory may change. */
  void settle() throws IOException {
    while (pendingFrom < pendingTo) {
      long count = Math.min(pendingTo - pendingFrom, bytes.byteSize() - used);
      MemorySegment.copy(pending, pendingFrom, bytes, used, count);
      pendingFrom += count;
      used += count;
      if (used == bytes.byteSize()) {
        startWriting();
      }
    }
    pending = MemorySegment.NULL;
    pendingFrom = 0;
    pendingTo = 0;
  }

  /** Returns when all is written. */
  void flush() throws IOException {
    settle();
    startWriting();
    awaitOther();
  }

  private void startWriting() throws IOException {
    awaitOther();
    ByteBuffer full = bytes.asSlice(0, used).asByteBuffer();
    otherWritten =
        writer.submit(
            () -> {
              while (full.hasRemaining()) {
                channel.write(full);
              }
              return null;
            });
    written += used;
    used = 0;
    MemorySegment free = otherBytes;
    otherBytes = bytes;
    bytes = free;
  }

  private void awaitOther() throws IOException {
    if (otherWritten == null) {
      return;
    }
    try {
      otherWritten.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The merge was interrupted", e);
    }
  }

  /** Bytes given to the channel so far. */
  long written() {
    return written;
  }

  @Override
  public void close() {
    writer.close();
    arena.close();
  }
}
