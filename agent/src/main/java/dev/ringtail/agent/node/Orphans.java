// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.kube.JobLookup;
import dev.ringtail.agent.spool.SpoolException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Folders in the node's spool whose jobs are gone: nobody has the credentials to deliver what is in
 * them, and nobody asks for it. They are removed when the API server says for certain that the job
 * has no part on any node, and no other agent holds the folder.
 */
final class Orphans {
  private final Path spool;
  private final JobLookup jobs;
  private final Consumer<String> log;

  /**
   * @param spool the node's
   * @param log a sentence for people
   */
  Orphans(Path spool, JobLookup jobs, Consumer<String> log) {
    this.spool = spool;
    this.jobs = jobs;
    this.log = log;
  }

  /**
   * @param own the job that is not looked at
   */
  void remove(String own) {
    for (Path folder : folders()) {
      if (!folder.endsWith(own) && JobFolder.isJob(folder)) {
        removeIfGone(folder);
      }
    }
  }

  private List<Path> folders() {
    if (!Files.isDirectory(spool)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(spool)) {
      return files.toList();
    } catch (IOException e) {
      log.accept("cannot look for folders of jobs that are gone in %s: %s".formatted(spool, e));
      return List.of();
    }
  }

  private void removeIfGone(Path path) {
    try (JobFolder folder = JobFolder.takeOver(path)) {
      if (jobs.isGone(folder.notes().namespace(), path.getFileName().toString())) {
        folder.remove();
        log.accept("removed the spool folder of a job that is gone: " + path);
      }
    } catch (SpoolException | UncheckedIOException e) {
      log.accept(e.getMessage());
    }
  }
}
