// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import dev.ringtail.agent.spool.SealedSegment;
import dev.ringtail.crds.v1alpha1.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Makes of a sealed segment the file that becomes an object: the segment itself, or a compressed
 * copy beside it, whose name ends in {@value #ZSTD_ENDING}. The copy goes before its segment does,
 * so that no copy without a segment is ever in a spool. Safe to call from several threads.
 */
public final class SegmentPacker implements AutoCloseable {
  /** What a compressed object's key ends in, behind {@code .pcapng}. */
  public static final String ZSTD_ENDING = ".zst";

  /** Compressors that are kept for the next segment; beyond that they are freed after use. */
  private static final int KEPT = 2;

  private final Compression compression;
  private final Queue<ZstdCompressor> idle = new ArrayBlockingQueue<>(KEPT);

  public SegmentPacker(Compression compression) {
    this.compression = compression;
  }

  /** How many files of the size of a segment there may be in the spool beside the segments. */
  public static int scratchFiles(Compression compression) {
    return compression == Compression.NONE ? 0 : Delivery.THREADS;
  }

  /**
   * A file that is ready to be delivered.
   *
   * @param fileName the last part of its key
   * @param digest what it holds
   */
  public record Packed(String fileName, Path file, ObjectDigest digest) {}

  /**
   * @param content what the segment holds
   * @throws IOException when there is no room for a copy
   */
  public Packed pack(SealedSegment segment, ObjectDigest content) throws IOException {
    String name = segment.name().fileName();
    if (compression == Compression.NONE) {
      return new Packed(name, segment.path(), content);
    }
    Path copy = segment.path().resolveSibling(name + ZSTD_ENDING);
    // Never written over: after a crash it may be linked to an object.
    Files.deleteIfExists(copy);
    ZstdCompressor compressor = take();
    try {
      return new Packed(name + ZSTD_ENDING, copy, compressor.compress(segment.path(), copy));
    } finally {
      giveBack(compressor);
    }
  }

  private ZstdCompressor take() {
    ZstdCompressor kept = idle.poll();
    return kept == null ? new ZstdCompressor() : kept;
  }

  private void giveBack(ZstdCompressor compressor) {
    if (!idle.offer(compressor)) {
      compressor.close();
    }
  }

  /** Removes the copy, if there is one; the segment stays. */
  public void unpack(SealedSegment segment, Packed packed) throws IOException {
    if (!packed.file().equals(segment.path())) {
      Files.deleteIfExists(packed.file());
    }
  }

  /** Frees what is kept; called when no thread packs any more. */
  @Override
  public void close() {
    for (ZstdCompressor kept = idle.poll(); kept != null; kept = idle.poll()) {
      kept.close();
    }
  }
}
