// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.spool.SealedSegment;
import dev.ringtail.agent.spool.SegmentFile;
import dev.ringtail.agent.spool.Spool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Seals full segments, looks through them once, and brings them to the store, on a few threads of
 * low priority. A store that does not answer is tried again, more and more slowly, until {@link
 * #finish} gives up; what is not delivered then stays in the spool.
 */
public final class Delivery {
  /** Segments that are packed and brought away at a time. */
  static final int THREADS = 2;

  private static final int NICE = 10;
  private static final long FIRST_PAUSE_MS = 200;
  private static final long LONGEST_PAUSE_MS = 15_000;
  private static final long LOOK_MS = 100;

  private final Spool spool;
  private final ObjectStore store;
  private final SegmentPacker packer;
  private final String keyPrefix;
  private final int interfaces;
  private final Function<SegmentFile, byte[]> trailer;
  private final Consumer<ObjectRecord> journal;
  private final AtomicLongArray spooled;
  private final AtomicLongArray waiting;
  private final AtomicLongArray delivered;
  private final AtomicLongArray abandoned;
  private final List<ObjectRecord> objects = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final ExecutorService threads;
  private volatile boolean givenUp;
  private volatile String trouble = "";
  private volatile long deliveredBytes;

  /**
   * @param packer makes objects of segments
   * @param keyPrefix what object keys begin with, a {@code /} at its end
   * @param interfaces how many interfaces segments describe at most
   * @param trailer statistics blocks for the end of a segment, as of now
   * @param journal notes each confirmed object before its segment leaves the spool
   */
  public Delivery(
      Spool spool,
      ObjectStore store,
      SegmentPacker packer,
      String keyPrefix,
      int interfaces,
      Function<SegmentFile, byte[]> trailer,
      Consumer<ObjectRecord> journal) {
    this.spool = spool;
    this.store = store;
    this.packer = packer;
    this.keyPrefix = keyPrefix;
    this.interfaces = interfaces;
    this.trailer = trailer;
    this.journal = journal;
    this.spooled = new AtomicLongArray(interfaces);
    this.waiting = new AtomicLongArray(interfaces);
    this.delivered = new AtomicLongArray(interfaces);
    this.abandoned = new AtomicLongArray(interfaces);
    ThreadFactory factory = Thread.ofPlatform().name("ringtail-deliver-", 0).daemon().factory();
    this.threads =
        Executors.newFixedThreadPool(THREADS, work -> factory.newThread(() -> atLowPriority(work)));
  }

  private static void atLowPriority(Runnable work) {
    LibC.setpriority(LibC.PRIO_PROCESS, LibC.gettid(), NICE);
    work.run();
  }

  /** Takes a segment that its reader has let go; returns at once. */
  public void accept(SegmentFile segment) {
    if (segment.isEmpty()) {
      spool.discard(segment);
    } else {
      threads.execute(() -> sealAndDeliver(segment));
    }
  }

  private void sealAndDeliver(SegmentFile segment) {
    SealedSegment sealed;
    SegmentScan scan;
    try {
      sealed = spool.seal(segment, trailer.apply(segment));
      scan = SegmentScan.of(sealed.path(), interfaces);
    } catch (IOException e) {
      abandon(segment, e);
      return;
    }
    add(spooled, scan.packets(), 1);
    add(waiting, scan.packets(), 1);
    deliver(sealed, scan);
  }

  private void deliver(SealedSegment sealed, SegmentScan scan) {
    SegmentPacker.Packed packed = null;
    long pauseMs = FIRST_PAUSE_MS;
    while (true) {
      try {
        packed = packed == null ? packer.pack(sealed, scan.digest()) : packed;
        boolean taken =
            store.put(keyPrefix + packed.fileName(), packed.file(), packed.digest()).fileTaken()
                && packed.file().equals(sealed.path());
        packer.unpack(sealed, packed);
        record(ObjectRecord.of(keyPrefix, packed, scan), sealed, taken);
        return;
      } catch (StoreException e) {
        trouble = e.getMessage();
        if (!e.retryable() || givenUp) {
          abandon(sealed, packed, scan, trouble);
          return;
        }
      } catch (IOException e) {
        trouble = "cannot pack %s: %s".formatted(sealed.path(), e);
        if (givenUp) {
          abandon(sealed, packed, scan, trouble);
          return;
        }
      } catch (InterruptedException e) {
        abandon(sealed, packed, scan, "delivery was ended");
        return;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(pauseMs / 2 + ThreadLocalRandom.current().nextLong(pauseMs));
      } catch (InterruptedException e) {
        abandon(sealed, packed, scan, trouble);
        return;
      }
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    }
  }

  /**
   * Noted first, so that a death in between finds the object in the list or the segment in the
   * spool.
   */
  private synchronized void record(ObjectRecord object, SealedSegment sealed, boolean taken) {
    journal.accept(object);
    spool.release(sealed, taken);
    objects.add(object);
    deliveredBytes += object.bytes();
    add(waiting, object.packets(), -1);
    add(delivered, object.packets(), 1);
    trouble = "";
  }

  private void abandon(
      SealedSegment sealed, SegmentPacker.Packed packed, SegmentScan scan, String why) {
    if (packed != null) {
      try {
        packer.unpack(sealed, packed);
      } catch (IOException e) {
        // The next agent makes the copy anew.
      }
    }
    add(waiting, scan.packets(), -1);
    add(abandoned, scan.packets(), 1);
    fail("%s was not delivered: %s".formatted(sealed.path(), why));
  }

  /** It stays open in the spool; the journal has its length for whoever delivers it later. */
  private void abandon(SegmentFile segment, IOException why) {
    try {
      List<Long> packets = SegmentScan.of(segment.path(), segment.length(), interfaces).packets();
      add(spooled, packets, 1);
      add(abandoned, packets, 1);
    } catch (IOException e) {
      // Then the accounts do not balance, and the result says so.
    }
    fail("%s could not be sealed: %s".formatted(segment.path(), why.getMessage()));
  }

  private synchronized void fail(String sentence) {
    failures.add(sentence);
  }

  private static void add(AtomicLongArray counts, List<Long> packets, int sign) {
    for (int i = 0; i < packets.size(); i++) {
      counts.addAndGet(i, sign * packets.get(i));
    }
  }

  /**
   * Waits until everything accepted so far is delivered or given up.
   *
   * @param patience how long a store may go on failing; one that takes its time is waited for
   */
  public void finish(Duration patience) throws InterruptedException {
    threads.shutdown();
    long wellAt = System.nanoTime();
    while (!threads.awaitTermination(LOOK_MS, TimeUnit.MILLISECONDS)) {
      if (trouble.isEmpty()) {
        wellAt = System.nanoTime();
      } else if (System.nanoTime() - wellAt > patience.toNanos()) {
        giveUp();
        threads.awaitTermination(LONGEST_PAUSE_MS, TimeUnit.MILLISECONDS);
        break;
      }
    }
    packer.close();
  }

  /** Stops trying; for a user who does not want to wait. */
  public void giveUp() {
    givenUp = true;
    threads.shutdownNow();
  }

  /** Packets of an interface in sealed segments. */
  public long spooled(int interfaceId) {
    return spooled.get(interfaceId);
  }

  /** Packets of an interface in sealed segments on their way. */
  public long waiting(int interfaceId) {
    return waiting.get(interfaceId);
  }

  /** Packets of an interface in confirmed objects. */
  public long delivered(int interfaceId) {
    return delivered.get(interfaceId);
  }

  /** Packets of an interface in segments that were given up. */
  public long abandoned(int interfaceId) {
    return abandoned.get(interfaceId);
  }

  /** Bytes of confirmed objects. */
  public long deliveredBytes() {
    return deliveredBytes;
  }

  /** Confirmed objects, in the order of their delivery. */
  public synchronized List<ObjectRecord> objects() {
    return List.copyOf(objects);
  }

  /** One sentence for each segment that was not delivered. */
  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  /** What the store says at present, empty when all is well. */
  public String trouble() {
    return trouble;
  }
}
