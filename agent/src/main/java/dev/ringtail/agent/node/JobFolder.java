// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.kube.NodeIdentity;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.spool.SpoolLock;
import dev.ringtail.agent.upload.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A job's folder in the node's spool, held by one agent at a time.
 *
 * <pre>
 *   lock                   held while an agent works here
 *   job.json               {@link JobNotes}
 *   manifests/RUN.json     the manifest of a run that has ended, as the run itself has made it
 *   RUN/                   the spool of a run, see {@link dev.ringtail.agent.spool.Spool}
 * </pre>
 */
final class JobFolder implements AutoCloseable {
  private static final String NOTES = "job.json";
  private static final String MANIFESTS = "manifests";
  private static final String JSON = ".json";
  private static final String UNFINISHED = ".new";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final SpoolLock lock;
  private volatile JobNotes notes;

  private JobFolder(SpoolLock lock, JobNotes notes) {
    this.lock = lock;
    this.notes = notes;
  }

  /**
   * Takes the job's folder, which is made when it is not there.
   *
   * @throws SpoolException when another agent works in it, or it cannot be used
   */
  static JobFolder take(Path spool, NodeIdentity identity) throws SpoolException {
    return open(
        spool.resolve(identity.uid()),
        new JobNotes(
            identity.namespace(), identity.job(), identity.node(), List.of(), List.of(), null));
  }

  /**
   * Takes the folder of some other job, see {@link #isJob}.
   *
   * @throws SpoolException when another agent works in it, or it cannot be used
   */
  static JobFolder takeOver(Path folder) throws SpoolException {
    return open(folder, null);
  }

  private static JobFolder open(Path folder, JobNotes fresh) throws SpoolException {
    SpoolLock lock = SpoolLock.take(folder);
    try {
      return new JobFolder(
          lock,
          isJob(folder) || fresh == null
              ? MAPPER.readValue(folder.resolve(NOTES).toFile(), JobNotes.class)
              : fresh);
    } catch (IOException e) {
      lock.close();
      throw new SpoolException(
          "cannot read the notes of the job in %s: %s".formatted(folder, e), e);
    }
  }

  /** Whether an agent has begun a job in a folder. */
  static boolean isJob(Path folder) {
    return Files.exists(folder.resolve(NOTES));
  }

  JobNotes notes() {
    return notes;
  }

  /** Replaces the notes, on disk when this returns; only the conductor does. */
  void note(JobNotes changed) {
    notes = changed;
    write(lock.folder().resolve(NOTES), changed);
  }

  /** Where a run has its spool. */
  Path spoolOf(String run) {
    return lock.folder().resolve(run);
  }

  /** Spools that runs have left, oldest first. */
  List<Path> spools() {
    return list(lock.folder()).filter(this::isSpool).sorted().toList();
  }

  private boolean isSpool(Path folder) {
    return Files.isDirectory(folder) && !folder.endsWith(MANIFESTS);
  }

  /** Keeps the manifest of a run that has ended; a later one of the same run replaces it. */
  synchronized void keep(Manifest manifest) {
    Path folder = lock.folder().resolve(MANIFESTS);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder, e);
    }
    write(folder.resolve(manifest.runs().getFirst().run() + JSON), manifest);
  }

  /** The manifests of all runs that have ended, oldest first. */
  synchronized List<Manifest> manifests() {
    List<Manifest> manifests = new ArrayList<>();
    for (Path file : list(lock.folder().resolve(MANIFESTS)).sorted().toList()) {
      if (file.toString().endsWith(JSON)) {
        try {
          manifests.add(MAPPER.readValue(file.toFile(), Manifest.class));
        } catch (IOException e) {
          throw new UncheckedIOException("cannot read " + file, e);
        }
      }
    }
    return manifests;
  }

  private static Stream<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look into " + folder, e);
    }
  }

  private static void write(Path target, Object content) {
    Path temporary = target.resolveSibling(target.getFileName() + UNFINISHED);
    try {
      WholeFile.replace(target, temporary, MAPPER.writeValueAsBytes(content), true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + target, e);
    }
  }

  /** Drops what a run has left in its spool, of which nothing is wanted any more. */
  void empty(Path spool) {
    removeBelow(spool);
  }

  /** Drops everything: what is delivered and reported, and what nobody wants any more. */
  void remove() {
    removeBelow(lock.folder());
  }

  /** Locks stay with those who hold them. */
  private static void removeBelow(Path top) {
    try (Stream<Path> files = Files.walk(top)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(top) && !file.equals(top.resolve("lock"))) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove what is in " + top, e);
    }
  }

  /** Lets the next agent in; an empty folder goes. */
  @Override
  public void close() {
    lock.close();
  }
}
