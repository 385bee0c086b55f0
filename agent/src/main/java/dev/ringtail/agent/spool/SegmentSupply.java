// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps a fresh segment ready for each reader and passes full ones on, on a thread of its own, so
 * that a reader never opens, reserves or closes a file.
 */
public final class SegmentSupply {
  /** How often it looks for room that something else has made; a reader wakes it at once. */
  private static final long ROUND_NS = 50_000_000;

  /** How long it waits for a reader when each has a segment in reserve. */
  private static final long LONGEST_NS = 1_000_000_000;

  private final Spool spool;
  private final List<SegmentExchange> exchanges;
  private final Supplier<byte[]> prelude;
  private final Consumer<SegmentFile> whenFull;
  private final long[] sequences;
  private final SegmentFile[] reserve;
  private volatile int edition;
  private final Thread thread;
  private volatile boolean stop;

  /**
   * @param prelude section and interface blocks for the next segment
   * @param whenFull takes full segments; called on this thread, must not wait
   */
  public SegmentSupply(
      Spool spool,
      List<SegmentExchange> exchanges,
      Supplier<byte[]> prelude,
      Consumer<SegmentFile> whenFull) {
    this.spool = spool;
    this.exchanges = List.copyOf(exchanges);
    this.prelude = prelude;
    this.whenFull = whenFull;
    this.sequences = new long[exchanges.size()];
    this.reserve = new SegmentFile[exchanges.size()];
    this.thread = Thread.ofPlatform().name("ringtail-spool").daemon().unstarted(this::run);
  }

  /** Prepares the first segments, then goes on in the background. */
  public void start() {
    exchanges.forEach(exchange -> exchange.supplier(thread));
    round();
    thread.start();
  }

  /**
   * The section and interface blocks have changed: segments that nobody has begun are given up for
   * new ones. The numbers of those that a reader gives back stay unused.
   */
  public synchronized void renew() {
    edition++;
    exchanges.forEach(exchange -> exchange.edition(edition));
    LockSupport.unpark(thread);
  }

  /**
   * {@link #renew}, and segments that readers are filling are let go before anything else is
   * appended to them.
   *
   * @return the number of the edition that begins
   */
  public synchronized int renewAll() {
    renew();
    exchanges.forEach(exchange -> exchange.leastEdition(edition));
    return edition;
  }

  private void run() {
    while (!stop) {
      if (!round()) {
        LockSupport.parkNanos(isShort() ? ROUND_NS : LONGEST_NS);
      }
    }
    round();
  }

  /** Whether a reader has no segment in reserve, since the spool is used up. */
  private boolean isShort() {
    for (SegmentFile segment : reserve) {
      if (segment == null) {
        return true;
      }
    }
    return false;
  }

  private boolean round() {
    boolean worked = false;
    for (int i = 0; i < exchanges.size(); i++) {
      SegmentExchange exchange = exchanges.get(i);
      for (SegmentFile full = exchange.pollFull(); full != null; full = exchange.pollFull()) {
        whenFull.accept(full);
        worked = true;
      }
      worked |= !stop && supply(i, exchange);
    }
    return worked;
  }

  private boolean supply(int index, SegmentExchange exchange) {
    // Read before the prelude, which is then of this edition or of a later one.
    int current = edition;
    if (reserve[index] != null && reserve[index].edition() < current) {
      discard(reserve[index]);
      reserve[index] = null;
      sequences[index]--;
    }
    if (reserve[index] == null) {
      Optional<SegmentFile> segment =
          spool.prepare(exchange.reader(), sequences[index], current, prelude.get());
      if (segment.isEmpty()) {
        return false;
      }
      sequences[index]++;
      reserve[index] = segment.get();
    }
    if (exchange.offer(reserve[index])) {
      reserve[index] = null;
      return true;
    }
    return false;
  }

  /**
   * Stops after the readers have, and may be called again: passes on what they left, and gives back
   * what they did not use.
   */
  public void finish() throws InterruptedException {
    stop = true;
    LockSupport.unpark(thread);
    thread.join();
    for (int i = 0; i < exchanges.size(); i++) {
      discard(reserve[i]);
      reserve[i] = null;
      discard(exchanges.get(i).pollFresh());
    }
  }

  private void discard(SegmentFile unused) {
    if (unused != null) {
      spool.discard(unused);
    }
  }
}
