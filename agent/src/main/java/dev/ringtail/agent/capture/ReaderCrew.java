// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.placement.PlacementPlan;
import dev.ringtail.agent.placement.PlacementPlan.Reader;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.ring.RingMemory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The readers of a capture, and who drains which ring where. When the plan changes, a ring goes
 * from one reader to another in two steps: first the old one lets go of it, and once it has, the
 * new one takes it. Nobody drains it in between, for as long as a round of the old one takes.
 *
 * <p>Methods are the conductor's, but for {@link #readerOf} and what threads publish.
 */
final class ReaderCrew implements AutoCloseable {
  private final RingMemory memory;
  private final List<Integer> ringCpus;
  private final List<ReaderThread> threads;
  private final boolean spin;
  private volatile int[] readerOfRing;
  private int[] settled; // who has which ring for certain
  private volatile int[] first;
  private PlacementPlan pending; // null when its orders are given

  /**
   * @param ringCpus the CPU of each ring
   * @param threads not started, without an order
   * @param spin whether readers spin where they have a CPU each, instead of sleeping
   */
  ReaderCrew(RingMemory memory, List<Integer> ringCpus, List<ReaderThread> threads, boolean spin) {
    this.memory = memory;
    this.ringCpus = List.copyOf(ringCpus);
    this.threads = List.copyOf(threads);
    this.spin = spin;
    this.readerOfRing = new int[ringCpus.size()];
    this.settled = readerOfRing;
    this.first = readerOfRing;
  }

  List<ReaderThread> threads() {
    return threads;
  }

  /** The reader that drains a ring; for any thread. */
  int readerOf(int ring) {
    return readerOfRing[ring];
  }

  /** Gives the first orders and starts the threads. */
  void start(PlacementPlan plan) {
    readerOfRing = assignment(plan);
    first = readerOfRing;
    orderAll(plan);
    threads.forEach(ReaderThread::start);
  }

  /** Makes the readers follow another plan; {@link #settle} ends it. */
  void follow(PlacementPlan plan) {
    int[] before = settled;
    int[] after = assignment(plan);
    for (ReaderThread thread : threads) {
      int number = thread.agent().number();
      order(thread, plan, ring -> before[ring] == number && after[ring] == number);
    }
    readerOfRing = after;
    pending = plan;
  }

  /**
   * Gives rings that their old readers have let go to the new ones.
   *
   * @param patienceMs how long to wait for readers that are in a round, 0 and up
   * @return whether all readers have the orders of the last plan
   */
  boolean settle(long patienceMs) throws InterruptedException {
    if (pending == null) {
      return true;
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    while (!threads.stream().allMatch(ReaderThread::obeys)) {
      if (System.nanoTime() >= deadline) {
        return false;
      }
      TimeUnit.MICROSECONDS.sleep(100);
    }
    orderAll(pending);
    pending = null;
    return true;
  }

  private void orderAll(PlacementPlan plan) {
    int[] all = readerOfRing;
    settled = all;
    for (ReaderThread thread : threads) {
      int number = thread.agent().number();
      order(thread, plan, ring -> all[ring] == number);
    }
  }

  private void order(ReaderThread thread, PlacementPlan plan, IntPredicate mine) {
    List<Ring> rings = memory.rings().stream().filter(ring -> mine.test(ring.index())).toList();
    Optional<Reader> planned =
        plan.readers().stream().filter(one -> one.index() == thread.agent().number()).findFirst();
    thread.order(
        rings,
        rings.stream().map(ring -> memory.bell(ring.index())).toList(),
        planned.map(Reader::cpus).orElse(plan.serviceCpus()).toBitSet(),
        spin && planned.isPresent() && !rings.isEmpty());
  }

  /** A ring whose CPU the plan does not know, such as one that is offline, stays where it is. */
  private int[] assignment(PlacementPlan plan) {
    int[] before = readerOfRing;
    int[] after = new int[before.length];
    for (int ring = 0; ring < after.length; ring++) {
      int same = before[ring] < plan.readers().size() ? before[ring] : 0;
      after[ring] = plan.readerOfRing().getOrDefault(ringCpus.get(ring), same);
    }
    return after;
  }

  /**
   * The CPUs whose counters a reader's segments tell: those whose rings it had at the start, so
   * that each CPU is in one series of segments also when its ring goes to another reader.
   */
  List<Integer> cpusOf(int reader) {
    int[] all = first;
    return IntStream.range(0, all.length)
        .filter(ring -> all[ring] == reader)
        .mapToObj(ringCpus::get)
        .toList();
  }

  /** The rings that a reader has, or is to have. */
  List<Ring> ringsOf(int reader) {
    return memory.rings().stream().filter(ring -> readerOf(ring.index()) == reader).toList();
  }

  /** What ended a reader early. */
  Optional<RuntimeException> failure() {
    for (int i = 0; i < threads.size(); i++) {
      if (threads.get(i).failure() != null) {
        return Optional.of(threads.get(i).failure());
      }
    }
    return Optional.empty();
  }

  /** Ends all threads after their rounds; returns when they have ended. */
  void stop() throws InterruptedException {
    threads.forEach(ReaderThread::requestStop);
    for (ReaderThread thread : threads) {
      thread.stop();
    }
  }

  /** After {@link #stop}. */
  @Override
  public void close() {
    threads.forEach(ReaderThread::close);
  }
}
