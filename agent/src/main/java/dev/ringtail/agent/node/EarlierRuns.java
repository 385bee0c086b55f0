// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.http.ManagementAddress;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.recovery.RunNotes;
import dev.ringtail.agent.recovery.SpoolRecovery;
import dev.ringtail.agent.spool.AbandonedSegments;
import dev.ringtail.agent.spool.SealedSegment;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.spool.SpoolLock;
import dev.ringtail.agent.upload.ObjectRecord;
import dev.ringtail.agent.upload.SegmentScan;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.agent.upload.StoreOpener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The runs of the agent's earlier lives. What they left in their spools is delivered on a thread of
 * its own while the next run captures, for as long as it takes.
 */
final class EarlierRuns {
  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 15_000;

  private final JobFolder folder;
  private final String current;
  private final StoreOpener stores;
  private final Consumer<String> log;
  private final List<Path> spools;
  private final Thread thread;
  private volatile String trouble = "";
  private volatile boolean isDelivered;
  private volatile RunFigures figures;

  /**
   * @param current the run that comes next, which is not one of them
   * @param stores of the job
   * @param log a sentence for people
   */
  EarlierRuns(JobFolder folder, String current, StoreOpener stores, Consumer<String> log)
      throws IOException {
    this.folder = folder;
    this.current = current;
    this.stores = stores;
    this.log = log;
    this.spools = folder.spools();
    this.thread = Thread.ofPlatform().name("ringtail-recover").daemon().unstarted(this::recover);
    this.figures = count();
  }

  /** Packets and bytes that these runs have delivered or will. */
  record Kept(long packets, long bytes) {}

  /**
   * Looks through what they left; only to be asked before {@link #start}.
   *
   * @throws IOException when a spool cannot be read
   */
  Kept kept() throws IOException, SpoolException {
    Kept kept = new Kept(0, 0);
    List<Manifest> manifests = manifests();
    for (Manifest manifest : manifests) {
      for (Manifest.Listed object : manifest.objects()) {
        kept =
            new Kept(
                kept.packets + object.packets().values().stream().mapToLong(Long::longValue).sum(),
                kept.bytes + object.bytes());
      }
    }
    for (Path spool : spools) {
      try (SpoolLock lock = SpoolLock.take(spool)) {
        for (RunNotes notes : RunNotes.in(lock.folder())) {
          kept = keptBy(notes, lock.folder(), isListed(manifests, notes.run()), kept);
        }
      }
    }
    return kept;
  }

  private static Kept keptBy(RunNotes notes, Path spool, boolean isListed, Kept before)
      throws IOException {
    Kept kept = before;
    if (!isListed) {
      for (ObjectRecord object : notes.objects()) {
        kept = new Kept(kept.packets + object.packetCount(), kept.bytes + object.bytes());
      }
    }
    int interfaces = notes.record().interfaces().size();
    for (SealedSegment segment : new AbandonedSegments(spool, notes.run()).seal()) {
      if (segment.bytes() > 0) {
        SegmentScan scan = SegmentScan.of(segment.path(), interfaces);
        kept =
            new Kept(
                kept.packets + scan.packets().stream().mapToLong(Long::longValue).sum(),
                kept.bytes + scan.intactBytes());
      }
    }
    return kept;
  }

  private List<Manifest> manifests() {
    return folder.manifests().stream()
        .filter(manifest -> !manifest.runs().getFirst().run().equals(current))
        .toList();
  }

  private static boolean isListed(List<Manifest> manifests, String run) {
    return manifests.stream().anyMatch(manifest -> manifest.runs().getFirst().run().equals(run));
  }

  /**
   * What they counted; where an agent died, what it had noted, until its data is looked through.
   */
  RunFigures figures() {
    return figures;
  }

  private RunFigures count() throws IOException {
    RunFigures sum = RunFigures.NONE;
    List<Manifest> manifests = manifests();
    for (Manifest manifest : manifests) {
      sum = sum.plus(RunFigures.of(manifest));
    }
    for (Path spool : spools) {
      for (RunNotes notes : RunNotes.in(spool)) {
        if (!isListed(manifests, notes.run())) {
          sum = sum.plus(RunFigures.of(notes));
        }
      }
    }
    return sum;
  }

  /** Begins to deliver what they left. */
  void start() {
    thread.start();
  }

  private void recover() {
    try {
      for (Path spool : spools) {
        recover(spool);
        figures = count();
      }
      isDelivered = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | SpoolException e) {
      trouble = e.getMessage();
      log.accept("what an earlier run left cannot be delivered: " + e.getMessage());
    }
  }

  private void recover(Path spool) throws IOException, SpoolException, InterruptedException {
    for (long pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      try (SpoolLock lock = SpoolLock.take(spool)) {
        ManagementAddress.forget(lock.folder());
        StoreOpener opener =
            output ->
                new JobStore(stores.open(output), folder, spool.getFileName().toString(), true);
        for (SpoolRecovery.Recovered run : new SpoolRecovery(lock.folder(), opener).recover()) {
          log.accept(
              "run %s was finished: %d objects delivered now".formatted(run.run(), run.objects()));
          run.notes().forEach(log);
        }
        folder.empty(spool);
        trouble = "";
        return;
      } catch (StoreException e) {
        trouble = e.getMessage();
      }
      Thread.sleep(pauseMs);
    }
  }

  /** What the store says at present; empty when all is well. */
  String trouble() {
    return trouble;
  }

  /** Waits for the end of the deliveries, good or bad. */
  boolean isOver(Duration patience) throws InterruptedException {
    return thread.join(patience);
  }

  /** Whether nothing is left that the store does not have. */
  boolean isDelivered() {
    return isDelivered;
  }

  /** Leaves the rest to the next agent. */
  void giveUp() {
    thread.interrupt();
  }
}
