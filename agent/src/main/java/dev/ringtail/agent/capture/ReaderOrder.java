// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ringtail.agent.kernel.EventCounter;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.ring.Doorbell;
import dev.ringtail.agent.ring.Ring;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;

/**
 * What a reader does from now on: which rings it drains, where it runs, and whether it spins. Made
 * by the conductor with all that the reader needs to sleep on these rings' bells, so that the
 * reader only has to take it.
 */
final class ReaderOrder implements AutoCloseable {
  /** Enough for {@code struct epoll_event} of any architecture; what it says is not looked at. */
  private static final int EPOLL_EVENT_BYTES = 16;

  private final Ring[] rings;
  private final List<Doorbell> bells;
  private final BitSet cpus;
  private final boolean spins;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment events;
  private final int epoll;

  /**
   * @param bells of the rings
   * @param cpus where the reader may run; empty: anywhere
   * @param spins whether it looks at its rings without pause instead of sleeping
   * @param wake wakes it to take another order
   */
  ReaderOrder(
      List<Ring> rings, List<Doorbell> bells, BitSet cpus, boolean spins, EventCounter wake) {
    this.rings = rings.toArray(Ring[]::new);
    this.bells = List.copyOf(bells);
    this.cpus = (BitSet) cpus.clone();
    this.spins = spins;
    this.events = arena.allocate((long) EPOLL_EVENT_BYTES * (bells.size() + 1), 8);
    this.epoll =
        KernelException.check(LibC.epoll_create1(LibC.EPOLL_CLOEXEC), "cannot create an epoll set");
    listen(wake.fd());
    bells.forEach(bell -> listen(bell.fd()));
  }

  private void listen(int fd) {
    MemorySegment event = arena.allocate(EPOLL_EVENT_BYTES, 8);
    event.set(JAVA_INT, 0, LibC.EPOLLIN);
    KernelException.check(
        LibC.epoll_ctl(epoll, LibC.EPOLL_CTL_ADD, fd, event.address()),
        "cannot wait for a doorbell");
  }

  /** Sleeps until a bell, another order, or the time is over; the bells are silent then. */
  void sleep(int longestMs) {
    if (LibC.epoll_wait(epoll, events.address(), bells.size() + 1, longestMs) > 0) {
      for (int i = 0; i < bells.size(); i++) {
        bells.get(i).silence();
      }
    }
  }

  Ring[] rings() {
    return rings;
  }

  BitSet cpus() {
    return cpus;
  }

  boolean spins() {
    return spins;
  }

  /** Once the reader has taken another order or has ended. */
  @Override
  public void close() {
    LibC.close(epoll);
    arena.close();
  }
}
