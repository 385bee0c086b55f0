// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Compresses one file after the other into one Zstandard frame each (RFC 8878), with the size of
 * the content in its header and a checksum at its end. Input is mapped, output goes through one
 * buffer outside the heap; both it and zstd's own workspace are of constant size, together less
 * than 4 MiB. For one thread at a time.
 */
final class ZstdCompressor implements AutoCloseable {
  /** About 0.5 GB/s on one core, and already most of what packets can be made smaller by. */
  private static final int LEVEL = 1;

  private static final int OUTPUT_BYTES = 1 << 20;
  private static final long INPUT_STEP = 4 << 20;

  private final ZstdCompressCtx context = new ZstdCompressCtx();
  private final ByteBuffer output = ByteBuffer.allocateDirect(OUTPUT_BYTES);

  /**
   * @param from at least one byte
   * @param to made anew; on disk when this returns
   * @return what {@code to} holds
   */
  ObjectDigest compress(Path from, Path to) throws IOException {
    MessageDigest digest = SegmentScan.sha256();
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        Arena arena = Arena.ofConfined();
        FileChannel out =
            FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      MemorySegment content = in.map(FileChannel.MapMode.READ_ONLY, 0, in.size(), arena);
      context.reset();
      context.setLevel(LEVEL).setChecksum(true).setContentSize(true);
      context.setPledgedSrcSize(content.byteSize());
      for (long at = 0; at < content.byteSize(); at += INPUT_STEP) {
        long end = Math.min(at + INPUT_STEP, content.byteSize());
        ByteBuffer input = content.asSlice(at, end - at).asByteBuffer();
        compress(input, end == content.byteSize(), out, digest);
      }
      out.force(true);
      return new ObjectDigest(out.size(), HexFormat.of().formatHex(digest.digest()));
    }
  }

  private void compress(ByteBuffer input, boolean isLast, FileChannel out, MessageDigest digest)
      throws IOException {
    EndDirective directive = isLast ? EndDirective.END : EndDirective.CONTINUE;
    boolean flushed;
    do {
      output.clear();
      flushed = context.compressDirectByteBufferStream(output, input, directive);
      write(out, digest);
    } while (input.hasRemaining() || (isLast && !flushed));
  }

  private void write(FileChannel out, MessageDigest digest) throws IOException {
    output.flip();
    digest.update(output.duplicate());
    while (output.hasRemaining()) {
      out.write(output);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
