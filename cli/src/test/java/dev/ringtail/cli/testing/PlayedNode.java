// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.pcapng.EnhancedPacket;
import dev.ringtail.pcapng.InterfaceDescription;
import dev.ringtail.pcapng.Prelude;
import dev.ringtail.pcapng.SectionHeader;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node's agent leaves in the store: segments, and the manifest as the agent itself writes
 * it.
 */
public final class PlayedNode {
  private static final int LINKTYPE_ETHERNET = 1;

  /** The time of the first packet of all nodes. */
  public static final long T0 = 1_764_500_000_000_000_000L;

  private final String node;
  private final String interfaceName;
  private final List<Manifest.Listed> listed = new ArrayList<>();
  private final Map<String, byte[]> objects = new LinkedHashMap<>();

  public PlayedNode(String node, String interfaceName) {
    this.node = node;
    this.interfaceName = interfaceName;
  }

  public String node() {
    return node;
  }

  /**
   * Delivers a segment.
   *
   * @param firstNs time of its first packet after {@link #T0}
   * @param stepNs from packet to packet
   */
  public PlayedNode segment(int packets, long firstNs, long stepNs, int payload) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    InterfaceDescription description =
        InterfaceDescription.of(LINKTYPE_ETHERNET, 262_144, interfaceName)
            .withDescription("XDP native on %s, ingress".formatted(node));
    file.writeBytes(
        Prelude.encode(
            new SectionHeader("amd64", "Linux", "Ringtail test", ""), List.of(description)));
    for (int i = 0; i < packets; i++) {
      file.writeBytes(
          EnhancedPacket.whole(0, T0 + firstNs + i * stepNs, Frames.udp(i, 8080, payload))
              .encode());
    }
    String name = "20261130T120000Z-0-r00-%06d.pcapng".formatted(listed.size());
    byte[] bytes = file.toByteArray();
    objects.put(name, bytes);
    listed.add(
        new Manifest.Listed(
            name,
            bytes.length,
            Digests.sha256(bytes),
            null,
            null,
            Map.of(interfaceName, (long) packets),
            null,
            null));
    return this;
  }

  /** Packets of all segments. */
  public long packets() {
    return listed.stream()
        .flatMap(object -> object.packets().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  public long bytes() {
    return objects.values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  public int objectCount() {
    return objects.size();
  }

  /** Objects and manifest by their keys. */
  Map<String, byte[]> stored(String namespace, String job, String uid, String prefix) {
    Map<String, byte[]> stored = new LinkedHashMap<>();
    objects.forEach((name, bytes) -> stored.put(prefix + name, bytes));
    List<Manifest.Listed> keyed =
        listed.stream()
            .map(
                object ->
                    new Manifest.Listed(
                        prefix + object.key(),
                        object.bytes(),
                        object.sha256(),
                        object.pcapngBytes(),
                        object.pcapngSha256(),
                        object.packets(),
                        object.firstTime(),
                        object.lastTime()))
            .toList();
    Manifest manifest =
        new Manifest(Manifest.VERSION, namespace, job, uid, node, true, true, List.of(), keyed);
    stored.put(prefix + Manifest.FILE_NAME, manifest.toJson());
    return stored;
  }
}
