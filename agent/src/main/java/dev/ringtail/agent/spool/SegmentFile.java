// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.sun.jna.Native;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * An open segment: a preallocated file that begins with section and interface blocks and takes
 * records. One reader appends; after it has let go, one other thread seals. Appending allocates
 * nothing and leaves the length in the spool's journal, where it survives the process.
 */
public final class SegmentFile {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final SegmentName name;
  private final int edition;
  private final int slot;
  private final Path path;
  private final int fd;
  private final long capacity;
  private final int preludeBytes;
  private final MemorySegment journalLine;
  private long length;
  private long firstAppendNs;
  private int errno;

  SegmentFile(
      SegmentName name,
      int edition,
      int slot,
      Path path,
      int fd,
      long capacity,
      int preludeBytes,
      MemorySegment journalLine) {
    this.name = name;
    this.edition = edition;
    this.slot = slot;
    this.path = path;
    this.fd = fd;
    this.capacity = capacity;
    this.preludeBytes = preludeBytes;
    this.journalLine = journalLine;
    this.length = preludeBytes;
    commit();
  }

  /**
   * Writes whole records behind what is there.
   *
   * @param address of the first byte
   * @param bytes at most {@link #room}
   * @return false when the file system refused, and then the segment is as before, see {@link
   *     #errno}
   */
  public boolean append(long address, long bytes) {
    long done = 0;
    while (done < bytes) {
      long n = LibC.pwrite(fd, address + done, bytes - done, length + done);
      if (n > 0) {
        done += n;
      } else if (Native.getLastError() != KernelException.EINTR) {
        errno = n == 0 ? KernelException.ENOSPC : Native.getLastError();
        return false;
      }
    }
    if (isEmpty()) {
      firstAppendNs = System.nanoTime();
    }
    length += bytes;
    commit();
    return true;
  }

  private void commit() {
    LONG.setRelease(journalLine, 0L, length);
  }

  /** Bytes of records that an empty segment takes. */
  public long recordCapacity() {
    return capacity - preludeBytes;
  }

  /** Bytes that still fit. */
  public long room() {
    return capacity - length;
  }

  /** Bytes so far, prelude included. */
  public long length() {
    return length;
  }

  /** Whether it holds no record. */
  public boolean isEmpty() {
    return length == preludeBytes;
  }

  /** {@link System#nanoTime} of the first append; meaningless while {@link #isEmpty}. */
  public long firstAppendNs() {
    return firstAppendNs;
  }

  /** Why the last {@link #append} failed. */
  public int errno() {
    return errno;
  }

  public SegmentName name() {
    return name;
  }

  public Path path() {
    return path;
  }

  /** Bytes of section and interface blocks at its start. */
  public int preludeBytes() {
    return preludeBytes;
  }

  /** Of its section and interface blocks; they may be of a later one. */
  public int edition() {
    return edition;
  }

  int slot() {
    return slot;
  }

  int fd() {
    return fd;
  }
}
