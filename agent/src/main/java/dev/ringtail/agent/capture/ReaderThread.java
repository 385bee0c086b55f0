// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.ring.Doorbell;
import dev.ringtail.agent.ring.Ring;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives one reader on a platform thread of its own, pinned from inside. Between rounds it sleeps
 * in epoll until the bell of one of its rings, or at most 250 ms: an eager reader would cost the
 * producer half its rate and burn a CPU on an idle interface.
 */
public final class ReaderThread implements AutoCloseable {
  /**
   * Between rounds in which packets wait and nothing can be done: no segment, or a limit reached.
   */
  private static final long STUCK_SLEEP_NS = 2_000_000;

  /** The bell wakes it long before a ring gets full. */
  private static final int LONGEST_SLEEP_MS = 250;

  private static final long LARGEST_MARK = 2 << 20;
  private static final int MARK_DIVISOR = 8;

  /** Enough for {@code struct epoll_event} of any architecture; what it says is not looked at. */
  private static final int EPOLL_EVENT_BYTES = 16;

  private final ReaderAgent agent;
  private final Ring[] rings;
  private final List<Doorbell> bells;
  private final BitSet cpus;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment events;
  private final int epoll;
  private final long mark;
  private final Thread thread;
  private volatile int tid;
  private volatile boolean stop;
  private volatile RuntimeException failure;
  private volatile BitSet runsOn = new BitSet();

  /**
   * @param bells of the agent's rings
   * @param cpus where the thread may run; empty: anywhere
   */
  public ReaderThread(ReaderAgent agent, List<Doorbell> bells, BitSet cpus) {
    this.agent = agent;
    this.rings = agent.rings();
    this.bells = List.copyOf(bells);
    this.cpus = (BitSet) cpus.clone();
    this.mark = Math.min(LARGEST_MARK, rings[0].capacity() / MARK_DIVISOR);
    this.events = arena.allocate((long) EPOLL_EVENT_BYTES * bells.size(), 8);
    this.epoll =
        KernelException.check(LibC.epoll_create1(LibC.EPOLL_CLOEXEC), "cannot create an epoll set");
    for (Doorbell bell : bells) {
      MemorySegment event = arena.allocate(EPOLL_EVENT_BYTES, 8);
      event.set(JAVA_INT, 0, LibC.EPOLLIN);
      KernelException.check(
          LibC.epoll_ctl(epoll, LibC.EPOLL_CTL_ADD, bell.fd(), event.address()),
          "cannot wait for a doorbell");
    }
    this.thread =
        Thread.ofPlatform().name("ringtail-reader-" + agent.number()).unstarted(this::run);
  }

  /** Starts the thread; once. */
  public void start() {
    thread.start();
  }

  private void run() {
    tid = LibC.gettid();
    try {
      if (!cpus.isEmpty()) {
        CpuAffinity.pinCurrentThread(cpus);
      }
      runsOn = CpuAffinity.ofCurrentThread();
      while (!stop) {
        long moved = agent.doWork();
        if (moved == 0 && isPressed()) {
          LockSupport.parkNanos(STUCK_SLEEP_NS);
        } else {
          sleep();
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** Whether a ring is past the mark at which its bell would ring. */
  private boolean isPressed() {
    for (Ring ring : rings) {
      if (ring.producedAcquire() - ring.consumed() >= mark) {
        return true;
      }
    }
    return false;
  }

  /** Sleeps unless a ring has passed its mark already. */
  private void sleep() {
    for (Ring ring : rings) {
      ring.wakeAtVolatile(ring.consumed() + mark);
    }
    boolean pressed = isPressed();
    if (!pressed && LibC.epoll_wait(epoll, events.address(), bells.size(), LONGEST_SLEEP_MS) > 0) {
      for (int i = 0; i < bells.size(); i++) {
        bells.get(i).silence();
      }
    }
    for (Ring ring : rings) {
      ring.awakeOpaque();
    }
  }

  /** Asks the thread to end after its round. */
  public void requestStop() {
    stop = true;
  }

  /** Ends the thread after its round; returns when it has ended. */
  public void stop() throws InterruptedException {
    requestStop();
    thread.join();
  }

  /** What ended the thread early, or null. */
  RuntimeException failure() {
    return failure;
  }

  /** The kernel's number of the thread, 0 before it has started. */
  int tid() {
    return tid;
  }

  /** The CPUs it may run on, as the kernel tells; empty before it has started. */
  BitSet runsOn() {
    return (BitSet) runsOn.clone();
  }

  ReaderAgent agent() {
    return agent;
  }

  @Override
  public void close() {
    LibC.close(epoll);
    arena.close();
  }
}
