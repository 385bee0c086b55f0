// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.Mapping;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The spool folder of one run. Files are preallocated and used again, since the first touch of a
 * page costs far more than writing to it. All methods may wait and are safe to call from several
 * threads.
 *
 * <pre>
 *   lock                             held while an agent works here
 *   RUN.journal                      64 bytes per slot: length of the open segment in it
 *   NAME.SLOT.open                   filled by a reader; its length is in the journal
 *   NAME.pcapng                      sealed, waiting to be delivered
 *   SLOT.spare                       pages to use again
 * </pre>
 */
public final class Spool implements AutoCloseable {
  /** Ending of a segment that is being filled. */
  public static final String OPEN = ".open";

  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final String SPARE = ".spare";

  /** Bytes of a slot in the journal; the first 8 are the length of the open segment in it. */
  static final int JOURNAL_LINE = 64;

  private static final int FILE_MODE = 0600;

  private final Path folder;
  private final String run;
  private final SpoolBudget budget;
  private final int trailerBytes;
  private final SpoolLock lock;
  private final Mapping journal;
  private final Path journalPath;
  private final BitSet slots = new BitSet();
  private final Deque<Integer> spares = new ArrayDeque<>();
  private final Mapped prelude = new Mapped();

  private Spool(SpoolLock lock, String run, SpoolBudget budget, int trailerBytes)
      throws IOException {
    this.folder = lock.folder();
    this.trailerBytes = trailerBytes;
    this.run = run;
    this.budget = budget;
    this.lock = lock;
    this.journalPath = folder.resolve(run + ".journal");
    this.journal = openJournal(journalPath, (long) budget.segments() * JOURNAL_LINE);
  }

  /**
   * Takes over the folder, which is made when it is not there.
   *
   * @param lock held on the folder; closed with the spool
   * @param trailerBytes what {@link #seal} will need in each segment at most
   * @throws SpoolException when it cannot be written to
   */
  public static Spool open(SpoolLock lock, String run, SpoolBudget budget, int trailerBytes)
      throws SpoolException {
    try {
      return new Spool(lock, run, budget, trailerBytes);
    } catch (IOException | KernelException e) {
      throw new SpoolException("cannot use spool " + lock.folder() + ": " + e.getMessage(), e);
    }
  }

  private static Mapping openJournal(Path path, long bytes) throws IOException {
    int fd =
        KernelException.check(
            LibC.open(path.toString(), LibC.O_RDWR | LibC.O_CREAT | LibC.O_CLOEXEC, FILE_MODE),
            "cannot create " + path);
    try {
      KernelException.check(LibC.ftruncate(fd, bytes), "cannot size " + path);
      return Mapping.of(fd, 0, bytes, true, path.toString());
    } finally {
      LibC.close(fd);
    }
  }

  /**
   * Makes a segment ready for a reader.
   *
   * @param edition of the prelude
   * @param prelude section and interface blocks
   * @return empty when the budget is used up or the file system has no room
   */
  public synchronized Optional<SegmentFile> prepare(
      int reader, long sequence, int edition, byte[] prelude) {
    int slot = takeSlot();
    if (slot < 0) {
      return Optional.empty();
    }
    SegmentName name = new SegmentName(run, reader, sequence);
    Path path = folder.resolve(name.base() + "." + slot + OPEN);
    Path spare = folder.resolve(slot + SPARE);
    // Before the name says that the file is open: what it holds until its prelude is written is
    // old.
    LONG.setRelease(journalLine(slot), 0L, 0L);
    try {
      long kept = 0;
      if (Files.exists(spare)) {
        kept = Files.size(spare);
        Files.move(spare, path, StandardCopyOption.ATOMIC_MOVE);
      }
      return Optional.of(allocate(name, edition, slot, path, kept, prelude));
    } catch (IOException | KernelException e) {
      deleteQuietly(path);
      freeSlot(slot);
      return Optional.empty();
    }
  }

  private SegmentFile allocate(
      SegmentName name, int edition, int slot, Path path, long kept, byte[] content) {
    int fd =
        KernelException.check(
            LibC.open(path.toString(), LibC.O_RDWR | LibC.O_CREAT | LibC.O_CLOEXEC, FILE_MODE),
            "cannot create " + path);
    try {
      reserve(fd, path, kept);
      MemorySegment bytes = this.prelude.hold(content);
      long written = LibC.pwrite(fd, bytes.address(), content.length, 0);
      if (written != content.length) {
        throw KernelException.last("cannot write to " + path);
      }
      return new SegmentFile(
          name,
          edition,
          slot,
          path,
          fd,
          budget.segmentBytes() - trailerBytes,
          content.length,
          journalLine(slot));
    } catch (KernelException e) {
      LibC.close(fd);
      throw e;
    }
  }

  private MemorySegment journalLine(int slot) {
    return journal.segment().asSlice((long) slot * JOURNAL_LINE, JOURNAL_LINE);
  }

  /**
   * Reserves blocks so that a later write cannot find the file system full, where it can.
   *
   * @param kept bytes that the file has already; to look at each of their pages again would take a
   *     tenth of the time that filling them takes
   */
  private void reserve(int fd, Path path, long kept) {
    long bytes = budget.segmentBytes() - kept;
    if (bytes > 0 && LibC.fallocate(fd, 0, kept, bytes) != 0) {
      KernelException failure = KernelException.last("cannot reserve room for " + path);
      if (failure.errno() != KernelException.EOPNOTSUPP) {
        throw failure;
      }
    }
  }

  /**
   * Ends a segment: what it holds, then {@code trailer}; on disk, and under its final name.
   *
   * @param trailer interface statistics blocks
   * @throws IOException when the file system refuses; the segment stays open then
   */
  public SealedSegment seal(SegmentFile segment, byte[] trailer) throws IOException {
    long length = segment.length() + trailer.length;
    Path sealed = folder.resolve(segment.name().fileName());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, trailer);
      long written = LibC.pwrite(segment.fd(), bytes.address(), trailer.length, segment.length());
      if (written != trailer.length) {
        throw new IOException(KernelException.last("cannot seal " + segment.path()));
      }
    }
    if (LibC.ftruncate(segment.fd(), length) != 0 || LibC.fsync(segment.fd()) != 0) {
      throw new IOException(KernelException.last("cannot seal " + segment.path()));
    }
    LibC.close(segment.fd());
    Files.move(segment.path(), sealed, StandardCopyOption.ATOMIC_MOVE);
    return new SealedSegment(segment.name(), sealed, length, segment.slot());
  }

  /** Gives up a segment that holds nothing. */
  public synchronized void discard(SegmentFile segment) {
    LibC.close(segment.fd());
    deleteQuietly(segment.path());
    freeSlot(segment.slot());
  }

  /**
   * Frees the room of a delivered segment; its pages are kept for the next one.
   *
   * @param taken whether the store has the very file: then only its name goes
   */
  public synchronized void release(SealedSegment segment, boolean taken) {
    if (taken) {
      deleteQuietly(segment.path());
    } else {
      try {
        Files.move(
            segment.path(), folder.resolve(segment.slot() + SPARE), StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        deleteQuietly(segment.path());
      }
    }
    freeSlot(segment.slot());
  }

  private int takeSlot() {
    Integer spare = spares.poll();
    int slot = spare != null ? spare : slots.nextClearBit(0);
    if (slot >= budget.segments()) {
      return -1;
    }
    slots.set(slot);
    return slot;
  }

  private void freeSlot(int slot) {
    slots.clear(slot);
    if (Files.exists(folder.resolve(slot + SPARE))) {
      spares.push(slot);
    }
  }

  /** Segments that exist now, in whatever state but spare. */
  public synchronized int used() {
    return slots.cardinality();
  }

  public SpoolBudget budget() {
    return budget;
  }

  public Path folder() {
    return folder;
  }

  /** Removes what is only of use to a running agent; a folder with sealed segments stays. */
  @Override
  public synchronized void close() {
    journal.close();
    for (int slot : spares) {
      deleteQuietly(folder.resolve(slot + SPARE));
    }
    spares.clear();
    if (!hasOpenSegment()) {
      deleteQuietly(journalPath);
    }
    lock.close();
  }

  /** One that could not be sealed; its length is only in the journal. */
  private boolean hasOpenSegment() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(OPEN));
    } catch (IOException e) {
      return true;
    }
  }

  private static void deleteQuietly(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // What stays is found and removed by the next agent that works here.
    }
  }

  /** Native memory for the prelude, grown as needed and used again. */
  private static final class Mapped {
    private MemorySegment memory = MemorySegment.NULL;

    MemorySegment hold(byte[] content) {
      if (memory.byteSize() < content.length) {
        memory = Arena.ofAuto().allocate(content.length);
      }
      MemorySegment.copy(content, 0, memory, JAVA_BYTE, 0, content.length);
      return memory;
    }
  }
}
