// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.cli.store.StoreException.Kind;
import dev.ringtail.crds.value.NodeFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is read of a node's {@code manifest.json}, which its agent writes beside the objects.
 *
 * @param version of the format
 * @param complete whether every packet that was captured is delivered
 * @param lossless whether no packet that matched was lost
 */
public record NodeManifest(
    int version,
    String namespace,
    String job,
    String uid,
    String node,
    boolean complete,
    boolean lossless,
    List<Run> runs,
    List<StoredObject> objects) {
  /** The name of every manifest, below its node's prefix. */
  public static final String FILE_NAME = "manifest.json";

  private static final int VERSION = 1;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /**
   * One life of the agent.
   *
   * @param notes what people should know
   * @param failures what was not delivered
   */
  public record Run(String run, List<String> notes, List<String> failures) {
    public Run {
      notes = notes == null ? List.of() : List.copyOf(notes);
      failures = failures == null ? List.of() : List.copyOf(failures);
    }
  }

  /**
   * One object.
   *
   * @param key in the bucket
   * @param bytes its size
   * @param sha256 its hash, in hexadecimal
   * @param pcapngBytes size of the file inside, if the object is compressed
   * @param pcapngSha256 its hash
   * @param packets by the name of the interface
   */
  public record StoredObject(
      String key,
      long bytes,
      String sha256,
      Long pcapngBytes,
      String pcapngSha256,
      Map<String, Long> packets) {
    public StoredObject {
      packets = packets == null ? Map.of() : Map.copyOf(packets);
    }

    public boolean isCompressed() {
      return pcapngBytes != null;
    }

    /** Of all interfaces. */
    public long packetCount() {
      return packets.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The last part of its key. */
    public String fileName() {
      return key.substring(key.lastIndexOf('/') + 1);
    }
  }

  public NodeManifest {
    runs = runs == null ? List.of() : List.copyOf(runs);
    objects = objects == null ? List.of() : List.copyOf(objects);
  }

  /**
   * Where the manifest of a node is.
   *
   * @param prefix what the job puts in front of all keys
   */
  public static String key(
      Optional<String> prefix, String namespace, String job, String uid, String node) {
    return NodeFolder.of(prefix.orElse(""), namespace, job, uid, node) + FILE_NAME;
  }

  /**
   * @param key where it was read
   */
  public static NodeManifest parse(String key, byte[] document) throws StoreException {
    NodeManifest manifest;
    try {
      manifest = MAPPER.readValue(document, NodeManifest.class);
    } catch (IOException e) {
      throw new StoreException(
          Kind.DAMAGED, "%s is no manifest: %s".formatted(key, e.getMessage()), e);
    }
    if (manifest.version() != VERSION) {
      throw new StoreException(
          Kind.OTHER,
          "%s has version %d, and this program reads version %d; use the kubectl-ringtail of the cluster's release"
              .formatted(key, manifest.version(), VERSION),
          null);
    }
    return manifest;
  }

  /** Of all objects. */
  public long packetCount() {
    return objects.stream().mapToLong(StoredObject::packetCount).sum();
  }

  public long bytes() {
    return objects.stream().mapToLong(StoredObject::bytes).sum();
  }
}
