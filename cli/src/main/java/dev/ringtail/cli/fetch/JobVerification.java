// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.store.Bucket;
import dev.ringtail.cli.store.NodeManifest;
import dev.ringtail.cli.store.NodeManifest.StoredObject;
import dev.ringtail.cli.store.ObjectFetch;
import dev.ringtail.cli.store.StoreException;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.pcapng.PcapngReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads every object of a job, one after the other through a file that is removed again: size and
 * hash of the object, and the packets in it by interface, must be as the manifest says.
 */
public final class JobVerification {
  private final StoreDoor door;
  private final TransferView view;

  public JobVerification(StoreDoor door, TransferView view) {
    this.door = door;
    this.view = view;
  }

  /**
   * What was found.
   *
   * @param objects that the manifests list
   * @param intact of those
   * @param packets in intact ones
   * @param problems a sentence each
   */
  public record Outcome(int objects, int intact, long packets, long bytes, List<String> problems) {}

  /**
   * @param nodes at least one
   * @throws CommandException when the store fails, or this machine
   */
  public Outcome verify(CaptureJob job, List<NodeCapture> nodes) {
    JobParts finder = new JobParts(job);
    try (Bucket bucket = door.open(job, finder.manifestKey(nodes.getFirst()))) {
      List<NodePart> parts = finder.read(bucket, nodes);
      view.expect(parts);
      return verify(bucket, parts);
    }
  }

  private Outcome verify(Bucket bucket, List<NodePart> parts) {
    List<String> problems = new ArrayList<>();
    int objects = 0;
    int intact = 0;
    long packets = 0;
    long bytes = 0;
    for (NodePart part : parts) {
      problems.addAll(part.missing());
      for (StoredObject object : part.manifest().map(NodeManifest::objects).orElseGet(List::of)) {
        objects++;
        String problem = problem(bucket, object);
        if (problem == null) {
          intact++;
          packets += object.packetCount();
          bytes += object.bytes();
        } else {
          problems.add("node %s: %s".formatted(part.node(), problem));
        }
      }
    }
    view.end();
    return new Outcome(objects, intact, packets, bytes, problems);
  }

  /** What is wrong with an object, or null. */
  private String problem(Bucket bucket, StoredObject object) {
    try {
      Path folder = Files.createTempDirectory("ringtail-verify");
      Path file = folder.resolve("object.pcapng");
      try {
        new ObjectFetch(bucket, view::arrived).to(file, object);
        Map<String, Long> found = packets(file);
        return found.equals(withoutZeros(object.packets()))
            ? null
            : "%s holds packets %s, the manifest says %s"
                .formatted(object.key(), found, object.packets());
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder.resolve("object.pcapng.part"));
        Files.delete(folder);
      }
    } catch (StoreException e) {
      if (e.isOfOneObject()) {
        return e.getMessage();
      }
      throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
    } catch (IOException e) {
      return "%s cannot be read: %s".formatted(object.key(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INCOMPLETE, "the verification was interrupted", e);
    }
  }

  private static Map<String, Long> packets(Path file) throws IOException {
    Map<String, Long> packets = new TreeMap<>();
    try (PcapngReader reader = PcapngReader.open(file)) {
      while (reader.advance()) {
        packets.merge(reader.interfaceDescription().name(), 1L, Long::sum);
      }
    }
    return packets;
  }

  private static Map<String, Long> withoutZeros(Map<String, Long> packets) {
    Map<String, Long> some = new TreeMap<>(packets);
    some.values().removeIf(count -> count == 0);
    return some;
  }
}
