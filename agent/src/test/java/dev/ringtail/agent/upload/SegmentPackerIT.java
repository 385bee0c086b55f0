// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.agent.spool.SealedSegment;
import dev.ringtail.agent.spool.SegmentName;
import dev.ringtail.crds.v1alpha1.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentPackerIT {
  private static final int MIB = 1 << 20;

  @TempDir private Path spool;

  /** Bytes that repeat as those of packets do, or do not repeat at all. */
  private SealedSegment segment(int bytes, int different) throws IOException {
    byte[] content = new byte[bytes];
    Random random = new Random(bytes);
    for (int i = 0; i < bytes; i++) {
      content[i] = (byte) random.nextInt(different);
    }
    SegmentName name = new SegmentName("20261130T122959Z-1f3a", 0, bytes);
    Path path = spool.resolve(name.fileName());
    Files.write(path, content);
    return new SealedSegment(name, path, bytes, 0);
  }

  private static ObjectDigest digest(SealedSegment segment) throws IOException {
    return SampleFile.digestOf(Files.readAllBytes(segment.path()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, MIB, 4 * MIB, 9 * MIB + 7})
  void shouldMakeFramesThatTheZstdToolUnpacks(int bytes) throws Exception {
    SealedSegment segment = segment(bytes, 4);
    try (SegmentPacker packer = new SegmentPacker(Compression.ZSTD)) {
      SegmentPacker.Packed packed = packer.pack(segment, digest(segment));

      assertThat(packed.fileName()).isEqualTo(segment.name().fileName() + ".zst");
      assertThat(packed.digest()).isEqualTo(SampleFile.digestOf(Files.readAllBytes(packed.file())));
      assertThat(unpackedByTool(packed.file())).isEqualTo(Files.readAllBytes(segment.path()));
    }
  }

  private static byte[] unpackedByTool(Path file) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder("zstd", "-q", "-d", "-c", file.toString()).start();
    } catch (IOException e) {
      assumeTrue(false, "zstd is not installed");
      throw e;
    }
    byte[] content = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return content;
  }

  @Test
  void shouldGrowWhatCannotBeCompressedByLessThanAHundredth() throws Exception {
    SealedSegment segment = segment(8 * MIB, 256);
    try (SegmentPacker packer = new SegmentPacker(Compression.ZSTD)) {
      SegmentPacker.Packed packed = packer.pack(segment, digest(segment));

      assertThat(packed.digest().bytes()).isBetween(8L * MIB, 8L * MIB + 8 * MIB / 100);
    }
  }

  @Test
  void shouldMakeTheSameBytesAgain() throws Exception {
    SealedSegment segment = segment(3 * MIB, 4);
    try (SegmentPacker packer = new SegmentPacker(Compression.ZSTD);
        SegmentPacker ofTheNextRun = new SegmentPacker(Compression.ZSTD)) {
      ObjectDigest first = packer.pack(segment, digest(segment)).digest();
      packer.pack(segment(MIB, 256), digest(segment));

      assertThat(packer.pack(segment, digest(segment)).digest()).isEqualTo(first);
      assertThat(ofTheNextRun.pack(segment, digest(segment)).digest()).isEqualTo(first);
    }
  }

  @Test
  void shouldNotTouchAnObjectThatAnEarlierCopyIsLinkedTo() throws Exception {
    SealedSegment segment = segment(1000, 4);
    Path object = spool.resolve("object");
    Path earlier = spool.resolve(segment.name().fileName() + ".zst");
    Files.writeString(earlier, "delivered");
    Files.createLink(object, earlier);
    try (SegmentPacker packer = new SegmentPacker(Compression.ZSTD)) {
      packer.pack(segment, digest(segment));
    }

    assertThat(object).hasContent("delivered");
  }

  @Test
  void shouldLeaveTheSegmentAndNothingElse() throws Exception {
    SealedSegment segment = segment(1000, 4);
    try (SegmentPacker packer = new SegmentPacker(Compression.ZSTD)) {
      packer.unpack(segment, packer.pack(segment, digest(segment)));
    }

    assertThat(spool).isDirectoryNotContaining(file -> !file.equals(segment.path()));
    assertThat(segment.path()).exists();
  }

  @Test
  void shouldDeliverTheSegmentItselfWithoutCompression() throws Exception {
    SealedSegment segment = segment(1000, 4);
    try (SegmentPacker packer = new SegmentPacker(Compression.NONE)) {
      SegmentPacker.Packed packed = packer.pack(segment, digest(segment));

      assertThat(packed.file()).isEqualTo(segment.path());
      packer.unpack(segment, packed);
      assertThat(segment.path()).exists();
    }
  }
}
