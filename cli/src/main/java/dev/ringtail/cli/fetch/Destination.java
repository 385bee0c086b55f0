// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the result of a job goes. */
public sealed interface Destination {
  /** Where objects are kept until they are merged, and after a download that broke off. */
  Path parts();

  /** For sentences. */
  String words();

  /** All nodes in one file. */
  record OneFile(Path file) implements Destination {
    @Override
    public Path parts() {
      return file.toAbsolutePath().resolveSibling("." + file.getFileName() + ".parts");
    }

    @Override
    public String words() {
      return file.toString();
    }
  }

  /** All nodes, to standard output. */
  record Pipe(String uid) implements Destination {
    @Override
    public Path parts() {
      return Path.of(System.getProperty("java.io.tmpdir"), "ringtail-" + uid);
    }

    @Override
    public String words() {
      return "standard output";
    }
  }

  /** A file for each node. */
  record PerNode(Path folder) implements Destination {
    @Override
    public Path parts() {
      return folder.resolve(".parts");
    }

    @Override
    public String words() {
      return folder.toString();
    }
  }

  /**
   * What a command line means.
   *
   * @param written after {@code -o}: a file, a folder, or {@code -} for standard output; empty:
   *     named after the job, in the working folder
   * @param isPerNode whether nodes are left apart
   */
  static Destination of(CaptureJob job, Optional<Path> written, boolean isPerNode) {
    String name = job.getMetadata().getName();
    if (isPerNode) {
      return new PerNode(written.orElseGet(() -> Path.of(name)));
    }
    if (written.isPresent() && written.get().toString().equals("-")) {
      return new Pipe(job.getMetadata().getUid());
    }
    Path file = written.orElseGet(() -> Path.of(name + ".pcapng"));
    return new OneFile(Files.isDirectory(file) ? file.resolve(name + ".pcapng") : file);
  }
}
