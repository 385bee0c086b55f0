// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import dev.ringtail.pcapng.BlockFault;
import dev.ringtail.pcapng.BlockWalker;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What one pass over a sealed segment finds.
 *
 * @param digest size and checksum
 * @param packets how many of each interface
 * @param firstNs wall clock of the earliest packet, 0 without packets
 * @param lastNs of the latest
 * @param intactBytes where the first broken block starts; the size when there is none
 * @param fault what is broken there
 */
public record SegmentScan(
    ObjectDigest digest,
    List<Long> packets,
    long firstNs,
    long lastNs,
    long intactBytes,
    BlockFault fault) {
  private static final long STEP = 4 << 20;

  /**
   * Reads the file once, through the page cache.
   *
   * @param interfaces how many interfaces it describes
   */
  public static SegmentScan of(Path file, int interfaces) throws IOException {
    return of(file, Files.size(file), interfaces);
  }

  /** {@link #of(Path, int)} for the first {@code length} bytes of a file. */
  public static SegmentScan of(Path file, long length, int interfaces) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena);
      return of(bytes, interfaces);
    }
  }

  private static SegmentScan of(MemorySegment bytes, int interfaces) {
    MessageDigest digest = sha256();
    BlockWalker walker = new BlockWalker(interfaces);
    long walked = 0;
    for (long at = 0; at < bytes.byteSize(); at += STEP) {
      long end = Math.min(at + STEP, bytes.byteSize());
      walked = walker.walk(bytes, walked, end);
      digest.update(bytes.asSlice(at, end - at).asByteBuffer());
    }
    List<Long> packets = new ArrayList<>(interfaces);
    for (int i = 0; i < interfaces; i++) {
      packets.add(walker.packets(i));
    }
    boolean empty = walker.packets() == 0;
    return new SegmentScan(
        new ObjectDigest(bytes.byteSize(), HexFormat.of().formatHex(digest.digest())),
        packets,
        empty ? 0 : walker.lowestTimestampNs(),
        empty ? 0 : walker.highestTimestampNs(),
        walked,
        walked == bytes.byteSize() ? BlockFault.NONE : walker.fault());
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
