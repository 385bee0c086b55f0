// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.store.Bucket;
import dev.ringtail.cli.store.NodeManifest;
import dev.ringtail.cli.store.NodeManifest.StoredObject;
import dev.ringtail.cli.store.ObjectFetch;
import dev.ringtail.cli.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/**
 * Brings the objects of a job into a folder, a few at a time, each verified. What is there already
 * from an earlier attempt is not asked for again. An object that is not there, or is not what the
 * manifest says, is noted, and the others still come.
 */
public final class JobDownload {
  private static final int AT_ONCE = 4;

  private final Path folder;
  private final Bucket bucket;
  private final LongConsumer arrived;

  /**
   * @param folder made if it is missing
   * @param arrived told of every number of bytes, from any thread
   */
  public JobDownload(Path folder, Bucket bucket, LongConsumer arrived) {
    this.folder = folder;
    this.bucket = bucket;
    this.arrived = arrived;
  }

  /** One object that was asked for. */
  private record Asked(StoredObject object, Path file, Future<Optional<String>> missing) {}

  /**
   * @throws CommandException when the store fails, or this machine; what has arrived stays
   */
  public List<NodeFiles> fetch(List<NodePart> parts) {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofPlatform().daemon().factory())) {
      List<List<Asked>> asked = new ArrayList<>();
      for (NodePart part : parts) {
        asked.add(ask(part, threads));
      }
      List<NodeFiles> files = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        try {
          files.add(files(parts.get(i), asked.get(i)));
        } catch (CommandException e) {
          threads.shutdownNow();
          throw e;
        }
      }
      return files;
    }
  }

  private List<Asked> ask(NodePart part, ExecutorService threads) {
    List<StoredObject> objects = part.manifest().map(NodeManifest::objects).orElseGet(List::of);
    Path home = folder.resolve(part.node());
    return objects.stream()
        .map(
            object -> {
              Path file = home.resolve(object.fileName().replaceFirst("\\.zst$", ""));
              return new Asked(
                  object, file, threads.submit(() -> bring(part.node(), object, file)));
            })
        .toList();
  }

  /** What is wrong with the object, if something is. */
  private Optional<String> bring(String node, StoredObject object, Path file)
      throws StoreException, IOException, InterruptedException {
    if (Files.exists(file)) {
      arrived.accept(object.bytes());
      return Optional.empty();
    }
    Files.createDirectories(file.getParent());
    try {
      new ObjectFetch(bucket, arrived).to(file, object);
      return Optional.empty();
    } catch (StoreException e) {
      if (e.isOfOneObject()) {
        return Optional.of("node %s: %s".formatted(node, e.getMessage()));
      }
      throw e;
    }
  }

  private NodeFiles files(NodePart part, List<Asked> asked) {
    List<Path> files = new ArrayList<>();
    List<String> missing = new ArrayList<>(part.missing());
    long packets = 0;
    for (Asked one : asked) {
      Optional<String> fault = await(one.missing());
      if (fault.isPresent()) {
        missing.add(fault.get() + "; %d packets were in it".formatted(one.object().packetCount()));
      } else {
        files.add(one.file());
        packets += one.object().packetCount();
      }
    }
    return new NodeFiles(part.node(), files, packets, missing);
  }

  private Optional<String> await(Future<Optional<String>> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof StoreException || cause instanceof IOException) {
        String why =
            cause instanceof IOException
                ? "cannot write below %s: %s".formatted(folder, cause)
                : cause.getMessage();
        throw new CommandException(
            ExitCode.INCOMPLETE,
            "%s; what has arrived is kept in %s, and the same command goes on from there"
                .formatted(why, folder),
            cause);
      }
      throw new IllegalStateException("a download failed", cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INCOMPLETE, "the download was interrupted", e);
    }
  }
}
