// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The segments that a dead run left in its spool. Open ones are cut to the length that the journal
 * has for them: what lies behind may be an older segment's, as files are used again.
 */
public final class AbandonedSegments {
  private static final Pattern OPEN = Pattern.compile("(.+)\\.(\\d+)\\.open");
  private static final Pattern SEALED = Pattern.compile("(.+)\\.pcapng");
  private static final Pattern SPARE = Pattern.compile("\\d+\\.spare");

  private final Path folder;
  private final String run;

  public AbandonedSegments(Path folder, String run) {
    this.folder = folder;
    this.run = run;
  }

  /**
   * Seals what is open, up to its last record, and removes what only a living agent needs.
   *
   * @return all sealed segments of the run, oldest first
   */
  public List<SealedSegment> seal() throws IOException {
    List<SealedSegment> sealed = new ArrayList<>();
    for (Path file : files()) {
      Matcher open = OPEN.matcher(file.getFileName().toString());
      if (open.matches() && isOfRun(open.group(1))) {
        sealOpen(file, open.group(1), Integer.parseInt(open.group(2)));
      }
    }
    for (Path file : files()) {
      String name = file.getFileName().toString();
      Matcher match = SEALED.matcher(name);
      if (match.matches() && isOfRun(match.group(1))) {
        SegmentName segment = SegmentName.parse(match.group(1)).orElseThrow();
        sealed.add(new SealedSegment(segment, file, Files.size(file), -1));
      } else if (SPARE.matcher(name).matches()) {
        Files.delete(file);
      }
    }
    Files.deleteIfExists(journal());
    return sealed;
  }

  private void sealOpen(Path file, String base, int slot) throws IOException {
    long length = Math.min(journaledLength(slot), Files.size(file));
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(length);
      open.getFD().sync();
    }
    Files.move(file, folder.resolve(base + ".pcapng"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** 0 when there is no journal: then nothing is known to be a record of this run. */
  private long journaledLength(int slot) throws IOException {
    if (!Files.exists(journal())) {
      return 0;
    }
    try (FileChannel channel = FileChannel.open(journal(), StandardOpenOption.READ)) {
      ByteBuffer line = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
      return channel.read(line, (long) slot * Spool.JOURNAL_LINE) == Long.BYTES
          ? line.getLong(0)
          : 0;
    }
  }

  private boolean isOfRun(String base) {
    return SegmentName.parse(base).map(name -> name.run().equals(run)).orElse(false);
  }

  private Path journal() {
    return folder.resolve(run + ".journal");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
