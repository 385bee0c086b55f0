// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.upload;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * The least that a multipart upload takes with the same SDK and client: no checksum, no condition,
 * no question whether it arrived.
 */
final class RawUpload implements AutoCloseable {
  private static final long PART_BYTES = 16L << 20;
  private static final int IN_FLIGHT = 4;

  private final String bucket;
  private final S3AsyncClient client;

  RawUpload(URI endpoint, String bucket) {
    this.bucket = bucket;
    this.client =
        S3AsyncClient.builder()
            .endpointOverride(endpoint)
            .region(Region.US_EAST_1)
            .forcePathStyle(true)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .build();
  }

  void put(String key, Path file) throws IOException, InterruptedException {
    String id = client.createMultipartUpload(to -> to.bucket(bucket).key(key)).join().uploadId();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        Arena arena = Arena.ofShared()) {
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      Semaphore free = new Semaphore(IN_FLIGHT);
      List<CompletableFuture<CompletedPart>> parts = new ArrayList<>();
      for (long at = 0; at < bytes.byteSize(); at += PART_BYTES) {
        free.acquire();
        MemorySegment part = bytes.asSlice(at, Math.min(PART_BYTES, bytes.byteSize() - at));
        parts.add(put(key, id, parts.size() + 1, part).whenComplete((done, e) -> free.release()));
      }
      List<CompletedPart> done = parts.stream().map(CompletableFuture::join).toList();
      client
          .completeMultipartUpload(
              to -> to.bucket(bucket).key(key).uploadId(id).multipartUpload(all -> all.parts(done)))
          .join();
    }
  }

  private CompletableFuture<CompletedPart> put(
      String key, String id, int number, MemorySegment part) {
    return client
        .uploadPart(
            to ->
                to.bucket(bucket)
                    .key(key)
                    .uploadId(id)
                    .partNumber(number)
                    .contentLength(part.byteSize()),
            AsyncRequestBody.fromByteBufferUnsafe(part.asByteBuffer()))
        .thenApply(
            answer -> CompletedPart.builder().partNumber(number).eTag(answer.eTag()).build());
  }

  void delete(String key) {
    client.deleteObject(to -> to.bucket(bucket).key(key)).join();
  }

  @Override
  public void close() {
    client.close();
  }
}
