// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * What a store must say of an object for us to believe that it has our bytes.
 *
 * @param bytes its size
 * @param crc32 as in the header {@code x-amz-checksum-crc32}
 * @param md5 the ETag of stores that compute no other checksum; costs a pass over the file
 */
record Checksums(long bytes, String crc32, Supplier<String> md5) {
  /** Of an object that is written in one request. */
  static Checksums of(ObjectBytes content) {
    return new Checksums(content.size(), content.crc32(), content::md5);
  }

  /**
   * Of an object that is written in parts.
   *
   * @param parts the CRC-32 of each
   */
  static Checksums of(ObjectBytes content, PartPlan plan, List<String> parts) {
    return new Checksums(
        content.size(),
        ObjectBytes.compositeCrc32(parts),
        () -> {
          List<String> digests = new ArrayList<>();
          for (int i = 0; i < plan.parts(); i++) {
            digests.add(content.part(plan, i).md5());
          }
          return ObjectBytes.compositeMd5(digests);
        });
  }

  /** Whether the store's own description fits. */
  boolean confirmedBy(HeadObjectResponse head) {
    if (head.contentLength() == null || head.contentLength() != bytes) {
      return false;
    }
    return head.checksumCRC32() == null
        ? md5.get().equals(String.valueOf(head.eTag()).replace("\"", ""))
        : crc32.equals(head.checksumCRC32());
  }
}
