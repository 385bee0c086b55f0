// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What placement has changed on this node and what was there before, on disk before each change.
 * One folder per node, held by one process at a time: two captures that moved the same interrupts
 * could not both give back what they found.
 *
 * <p>The file {@code placement.journal} has a line of JSON per change, the first one naming the
 * boot: after a reboot the node's settings are new and the journal is void. A line that a crash cut
 * off was followed by no change.
 */
final class PlacementJournal implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

  private final Path folder;
  private final Path file;
  private final String boot;
  private final FileChannel lockFile;
  private final Map<NodeSetting, Change> changes = new LinkedHashMap<>();

  /**
   * One setting's history.
   *
   * @param setting what was changed
   * @param was its CPUs before the first change
   * @param becomes its CPUs by the last change
   */
  record Change(NodeSetting setting, CpuSet was, CpuSet becomes) {}

  private record Header(int version, String boot) {}

  private PlacementJournal(Path folder, String boot, FileChannel lockFile) {
    this.folder = folder;
    this.file = fileIn(folder);
    this.boot = boot;
    this.lockFile = lockFile;
  }

  /**
   * Opens the node's journal with whatever a killed process left in it.
   *
   * @param folder the same for every capture on the node, on storage that outlives the process
   * @throws PlacementHeldException when another process has it open
   * @throws PlacementJournalException when the folder or file cannot be used
   */
  static PlacementJournal open(Path folder, HostTree tree) throws PlacementHeldException {
    Path lock = folder.resolve("placement.lock");
    try {
      Files.createDirectories(folder);
      FileChannel lockFile =
          FileChannel.open(
              lock, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!locked(lockFile)) {
        lockFile.close();
        throw new PlacementHeldException(
            "Another capture (process "
                + Files.readString(lock).strip()
                + ") has placed interrupts on this node; this one leaves"
                + " them alone until it ends.");
      }
      lockFile.truncate(0);
      lockFile.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
          0);
      PlacementJournal journal =
          new PlacementJournal(folder, tree.text(BOOT_ID).orElse(""), lockFile);
      journal.load();
      return journal;
    } catch (IOException e) {
      throw failure(lock, e);
    }
  }

  private static Path fileIn(Path folder) {
    return folder.resolve("placement.journal");
  }

  /** Whether somebody's changes are noted there. */
  static boolean exists(Path folder) {
    return Files.exists(fileIn(folder));
  }

  private static boolean locked(FileChannel lockFile) throws IOException {
    try {
      FileLock lock = lockFile.tryLock(); // released when the channel closes
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private void load() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    List<String> lines =
        new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    try {
      if (lines.isEmpty()
          || !JSON.readValue(lines.getFirst(), Header.class).equals(new Header(1, boot))) {
        Files.delete(file);
        return;
      }
      for (String line : lines.subList(1, lines.size())) {
        remember(JSON.readValue(line, Change.class));
      }
    } catch (JsonProcessingException e) {
      // The last line was cut off; the change that was to follow was not made.
    }
  }

  private void remember(Change change) {
    changes.merge(
        change.setting(),
        change,
        (first, last) -> new Change(first.setting(), first.was(), last.becomes()));
  }

  /** The settings changed and not yet given back, in the order of their first change. */
  List<Change> changes() {
    return List.copyOf(changes.values());
  }

  /**
   * Puts a change that is about to be made on disk.
   *
   * @throws PlacementJournalException when it is not there; the change must not be made then
   */
  void record(NodeSetting setting, CpuSet was, CpuSet becomes) {
    Change change = new Change(setting, was, becomes);
    try {
      boolean fresh = changes.isEmpty();
      String text = (fresh ? line(new Header(1, boot)) : "") + line(change);
      write(file, text, fresh ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw failure(file, e);
    }
    remember(change);
  }

  /**
   * Forgets what was given back.
   *
   * @param left changes that could not be undone yet
   */
  void keepOnly(Collection<Change> left) {
    changes.clear();
    try {
      if (left.isEmpty()) {
        Files.deleteIfExists(file);
        force(folder);
        return;
      }
      StringBuilder text = new StringBuilder(line(new Header(1, boot)));
      for (Change change : left) {
        text.append(line(change));
        remember(change);
      }
      Path next = folder.resolve("placement.journal.next");
      write(next, text.toString(), StandardOpenOption.TRUNCATE_EXISTING);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
      force(folder);
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  private void write(Path to, String text, StandardOpenOption how) throws IOException {
    try (FileChannel out =
        FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    force(folder);
  }

  private static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static String line(Record value) throws JsonProcessingException {
    return JSON.writeValueAsString(value) + "\n";
  }

  private static PlacementJournalException failure(Path file, IOException e) {
    return new PlacementJournalException(
        "The placement journal "
            + file
            + " cannot be written ("
            + KernelRefusal.of(e).text()
            + "), so interrupts are left alone; give the agent a folder it can write to.",
        e);
  }

  /** Lets the next process have the journal. */
  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }
}
