// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.kernel.EventCounter;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.ring.Doorbell;
import dev.ringtail.agent.ring.Ring;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives one reader on a platform thread of its own, pinned from inside. Between rounds it sleeps
 * in epoll until the bell of one of its rings, or at most 250 ms: an eager reader would cost the
 * producer half its rate and burn a CPU on an idle interface. After a second of nothing, with
 * nothing left to seal, it sleeps up to two, and the bell rings for the next packet. Its rings and
 * CPUs may change while it runs, by {@link #order}.
 */
public final class ReaderThread implements AutoCloseable {
  /**
   * Between rounds in which packets wait and nothing can be done: no segment, or a limit reached.
   */
  private static final long STUCK_SLEEP_NS = 2_000_000;

  /** The bell wakes it long before a ring gets full. */
  private static final int LONGEST_SLEEP_MS = 250;

  private static final int IDLE_SLEEP_MS = 2000;
  private static final int ROUNDS_UNTIL_IDLE = 4;

  private static final long LARGEST_MARK = 2 << 20;
  private static final int MARK_DIVISOR = 8;

  private final ReaderAgent agent;
  private final EventCounter wake = new EventCounter();
  private final Thread thread;
  private ReaderOrder order; // the reader's own
  private Ring[] rings;
  private long mark;
  private int emptyRounds;
  private final List<ReaderOrder> past = new ArrayList<>(); // the conductor's own
  private volatile ReaderOrder ordered;
  private volatile ReaderOrder taken;
  private volatile int tid;
  private volatile boolean stop;
  private volatile RuntimeException failure;
  private volatile BitSet runsOn = new BitSet();
  private volatile String pinTrouble = "";

  /**
   * @param bells of the agent's rings
   * @param cpus where the thread may run; empty: anywhere
   */
  public ReaderThread(ReaderAgent agent, List<Doorbell> bells, BitSet cpus) {
    this(agent);
    ordered = new ReaderOrder(List.of(agent.rings()), bells, cpus, false, wake);
  }

  /** A reader that waits for its first {@link #order}. */
  ReaderThread(ReaderAgent agent) {
    this.agent = agent;
    this.thread =
        Thread.ofPlatform().name("ringtail-reader-" + agent.number()).unstarted(this::run);
  }

  /** Starts the thread; once, and after the first order. */
  public void start() {
    thread.start();
  }

  /**
   * Conductor: what to do from the next round on. Rings that are in no order of another reader any
   * more may be in this one once that reader {@link #obeys}.
   */
  void order(List<Ring> newRings, List<Doorbell> bells, BitSet cpus, boolean spins) {
    if (taken == ordered) {
      past.forEach(ReaderOrder::close);
      past.clear();
    }
    if (ordered != null) {
      past.add(ordered);
    }
    ordered = new ReaderOrder(newRings, bells, cpus, spins, wake);
    wake.signal();
  }

  /** Conductor: whether the last order is in force; what the reader let go is free then. */
  boolean obeys() {
    return taken == ordered || tid != 0 && !thread.isAlive();
  }

  private void run() {
    tid = LibC.gettid();
    try {
      while (!stop) {
        if (order != ordered) {
          take(ordered);
        }
        long moved = agent.doWork();
        emptyRounds = moved == 0 ? emptyRounds + 1 : 0;
        if (moved == 0 && anyHas(mark)) {
          LockSupport.parkNanos(STUCK_SLEEP_NS);
        } else if (order.spins()) {
          Thread.onSpinWait();
        } else {
          sleep();
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void take(ReaderOrder next) {
    wake.clear();
    order = next;
    rings = next.rings();
    mark = rings.length == 0 ? 0 : Math.min(LARGEST_MARK, rings[0].capacity() / MARK_DIVISOR);
    agent.adopt(rings);
    pin(next.cpus());
    taken = next;
  }

  /** A CPU may have gone since the plan was made; the next plan knows, and until then it floats. */
  private void pin(BitSet cpus) {
    try {
      if (!cpus.isEmpty()) {
        CpuAffinity.pinCurrentThread(cpus);
      }
      pinTrouble = "";
    } catch (KernelException e) {
      pinTrouble = e.getMessage();
    }
    runsOn = CpuAffinity.ofCurrentThread();
  }

  private boolean anyHas(long bytes) {
    for (Ring ring : rings) {
      if (ring.producedAcquire() - ring.consumed() >= bytes) {
        return true;
      }
    }
    return false;
  }

  /** Sleeps unless a ring has already what its bell would ring for. */
  private void sleep() {
    boolean idle = emptyRounds > ROUNDS_UNTIL_IDLE && !agent.holdsPackets() && !anyHas(1);
    long awaited = idle ? 1 : mark;
    for (Ring ring : rings) {
      ring.wakeAtVolatile(ring.consumed() + awaited);
    }
    if (!anyHas(awaited)) {
      order.sleep(idle ? IDLE_SLEEP_MS : LONGEST_SLEEP_MS);
    }
    for (Ring ring : rings) {
      ring.awakeOpaque();
    }
  }

  /** Asks the thread to end after its round. */
  public void requestStop() {
    stop = true;
    wake.signal();
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

  /** Why it does not run where it was ordered to; empty when it does. */
  String pinTrouble() {
    return pinTrouble;
  }

  /** The kernel's number of the thread, 0 before it has started. */
  int tid() {
    return tid;
  }

  /** The CPUs it may run on, as the kernel told when it was pinned; empty before it has started. */
  BitSet runsOn() {
    return (BitSet) runsOn.clone();
  }

  ReaderAgent agent() {
    return agent;
  }

  @Override
  public void close() {
    past.forEach(ReaderOrder::close);
    if (ordered != null) {
      ordered.close();
    }
    wake.close();
  }
}
