// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.store.Bucket;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.pcapng.NameResolution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Gets the result of a job that has ended: finds, downloads, verifies and merges it. */
public final class ResultFetch {
  private final StoreDoor door;
  private final TransferView view;

  public ResultFetch(StoreDoor door, TransferView view) {
    this.door = door;
    this.view = view;
  }

  /**
   * @param nodes of the job, at least one
   * @param names for the merged file
   * @throws CommandException when nothing can be said of the result; what is only missing in part
   *     is in the outcome
   */
  public FetchOutcome fetch(
      CaptureJob job,
      List<NodeCapture> nodes,
      Destination destination,
      List<NameResolution> names) {
    JobParts finder = new JobParts(job);
    try (Bucket bucket = door.open(job, finder.manifestKey(nodes.getFirst()))) {
      List<NodePart> parts = finder.read(bucket, nodes);
      view.expect(parts);
      List<NodeFiles> files =
          new JobDownload(destination.parts(), bucket, view::arrived).fetch(parts);
      view.end();
      FetchOutcome outcome = write(job, nodes, files, destination, names);
      discard(destination.parts());
      return outcome;
    }
  }

  private static FetchOutcome write(
      CaptureJob job,
      List<NodeCapture> nodes,
      List<NodeFiles> files,
      Destination destination,
      List<NameResolution> names) {
    MergedFile merged = new MergedFile(job, names);
    List<String> missing =
        new ArrayList<>(files.stream().flatMap(node -> node.missing().stream()).toList());
    List<NodeFiles> there = files.stream().filter(node -> !node.files().isEmpty()).toList();
    List<MergedFile.Written> written =
        switch (destination) {
          case Destination.OneFile one ->
              List.of(merged.write(there, Optional.of(parentMade(one.file()))));
          case Destination.Pipe _ -> List.of(merged.write(there, Optional.empty()));
          case Destination.PerNode apart ->
              there.stream()
                  .map(
                      node ->
                          merged.write(
                              List.of(node),
                              Optional.of(
                                  parentMade(apart.folder().resolve(node.node() + ".pcapng")))))
                  .toList();
        };
    written.forEach(file -> missing.addAll(file.problems()));
    return new FetchOutcome(
        destination.words(),
        (int)
            files.stream()
                .filter(node -> node.missing().isEmpty() || !node.files().isEmpty())
                .count(),
        written.stream().mapToLong(MergedFile.Written::packets).sum(),
        written.stream().mapToLong(MergedFile.Written::bytes).sum(),
        missing,
        Losses.of(nodes));
  }

  private static Path parentMade(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return file;
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.INCOMPLETE, "cannot make a folder for %s: %s".formatted(file, e), e);
    }
  }

  private static void discard(Path folder) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove %s".formatted(folder), e);
    }
  }
}
