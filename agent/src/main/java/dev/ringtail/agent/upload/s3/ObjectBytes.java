// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import software.amazon.awssdk.core.async.AsyncRequestBody;

/**
 * A file, or a stretch of it, as the bytes of a request. It is mapped, and Netty writes from the
 * mapping; nothing is copied to the heap. Whoever mapped it closes it, after no request can be
 * reading from it any more ({@link S3Connection#settle}).
 */
final class ObjectBytes implements AutoCloseable {
  /**
   * The unit in which the write timeout of the client counts; smaller ones cost CPU: 0.25 s per GiB
   * at 1 MiB.
   */
  private static final long SLICE = 4 << 20;

  private final MemorySegment bytes;
  private final Arena mapping;

  private ObjectBytes(MemorySegment bytes, Arena mapping) {
    this.bytes = bytes;
    this.mapping = mapping;
  }

  static ObjectBytes of(Path file) throws IOException {
    Arena mapping = Arena.ofShared();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new ObjectBytes(
          channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), mapping), mapping);
    } catch (IOException e) {
      mapping.close();
      throw e;
    }
  }

  static ObjectBytes of(byte[] content) {
    return new ObjectBytes(MemorySegment.ofArray(content), Arena.global());
  }

  /** Valid as long as the whole is. */
  ObjectBytes part(PartPlan plan, int part) {
    return new ObjectBytes(bytes.asSlice(plan.offset(part), plan.length(part)), mapping);
  }

  long size() {
    return bytes.byteSize();
  }

  private List<ByteBuffer> slices() {
    List<ByteBuffer> slices = new ArrayList<>();
    for (long at = 0; at < size(); at += SLICE) {
      slices.add(bytes.asSlice(at, Math.min(SLICE, size() - at)).asByteBuffer());
    }
    return slices;
  }

  AsyncRequestBody body() {
    return size() == 0
        ? AsyncRequestBody.empty()
        : AsyncRequestBody.fromByteBuffersUnsafe(slices().toArray(ByteBuffer[]::new));
  }

  /** CRC-32 in the form of the header {@code x-amz-checksum-crc32}. */
  String crc32() {
    CRC32 crc = new CRC32();
    slices().forEach(crc::update);
    return base64(crc.getValue());
  }

  /** MD5 in hexadecimal, as stores that know no other checksum use it for an ETag. */
  String md5() {
    MessageDigest digest = newMd5();
    slices().forEach(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * The checksum that a store computes over a multipart object: that of its parts' checksums, and
   * their number.
   */
  static String compositeCrc32(List<String> parts) {
    CRC32 crc = new CRC32();
    parts.forEach(part -> crc.update(Base64.getDecoder().decode(part)));
    return base64(crc.getValue()) + "-" + parts.size();
  }

  /** The ETag of a multipart object where parts have their MD5 for one. */
  static String compositeMd5(List<String> parts) {
    MessageDigest digest = newMd5();
    parts.forEach(part -> digest.update(HexFormat.of().parseHex(part)));
    return HexFormat.of().formatHex(digest.digest()) + "-" + parts.size();
  }

  private static String base64(long crc) {
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(Integer.BYTES).putInt((int) crc).array());
  }

  private static MessageDigest newMd5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }

  @Override
  public void close() {
    mapping.close();
  }
}
