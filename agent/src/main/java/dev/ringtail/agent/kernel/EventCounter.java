// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Wakes a thread that waits in epoll, from another one (eventfd(2)). */
public final class EventCounter implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final MemorySegment one = arena.allocate(JAVA_LONG);
  private final MemorySegment taken = arena.allocate(JAVA_LONG);
  private final int fd;

  /**
   * @throws KernelException EMFILE when the process has no descriptor left
   */
  public EventCounter() {
    one.set(JAVA_LONG, 0, 1);
    fd =
        KernelException.check(
            LibC.eventfd(0, LibC.EFD_CLOEXEC | LibC.EFD_NONBLOCK),
            "cannot create an event counter");
  }

  /** Readable after {@link #signal} and until {@link #clear}. */
  public int fd() {
    return fd;
  }

  /** From any thread. */
  public void signal() {
    LibC.write(fd, one.address(), Long.BYTES);
  }

  /** On the thread that was woken; does not wait. */
  public void clear() {
    LibC.read(fd, taken.address(), Long.BYTES);
  }

  @Override
  public void close() {
    LibC.close(fd);
    arena.close();
  }
}
