// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** The parts of one multipart upload, a few of them on their way at a time. */
final class MultipartUpload {
  private static final int IN_FLIGHT = 4;

  private final S3Connection connection;
  private final String bucket;
  private final UnfinishedUpload upload;
  private final ObjectBytes content;
  private final PartPlan plan;
  private final Semaphore free = new Semaphore(IN_FLIGHT);
  private final List<String> checksums = new ArrayList<>();
  private final List<CompletableFuture<UploadPartResponse>> answers = new ArrayList<>();
  private volatile boolean failed;

  MultipartUpload(
      S3Connection connection,
      String bucket,
      UnfinishedUpload upload,
      ObjectBytes content,
      PartPlan plan) {
    this.connection = connection;
    this.bucket = bucket;
    this.upload = upload;
    this.content = content;
    this.plan = plan;
  }

  /**
   * Uploads all parts, or stops at the first that fails for good.
   *
   * @return what completes the upload
   */
  CompleteMultipartUploadRequest.Builder send() throws StoreException, InterruptedException {
    try {
      for (int i = 0; i < plan.parts() && !failed; i++) {
        free.acquire();
        answers.add(send(i));
      }
      List<CompletedPart> parts = new ArrayList<>();
      for (int i = 0; i < answers.size(); i++) {
        String doing = "write part %d of %d of %s".formatted(i + 1, plan.parts(), upload.key());
        parts.add(completed(i, connection.await(doing, answers.get(i))));
      }
      return CompleteMultipartUploadRequest.builder()
          .bucket(bucket)
          .key(upload.key())
          .uploadId(upload.id())
          .mpuObjectSize(content.size())
          .multipartUpload(whole -> whole.parts(parts));
    } finally {
      answers.forEach(answer -> answer.cancel(true));
    }
  }

  private CompletableFuture<UploadPartResponse> send(int part) {
    ObjectBytes bytes = content.part(plan, part);
    String crc32 = bytes.crc32();
    checksums.add(crc32);
    UploadPartRequest request =
        UploadPartRequest.builder()
            .bucket(bucket)
            .key(upload.key())
            .uploadId(upload.id())
            .partNumber(part + 1)
            .contentLength(bytes.size())
            .checksumCRC32(crc32)
            .build();
    CompletableFuture<UploadPartResponse> answer =
        connection.send(client -> client.uploadPart(request, bytes.body()));
    answer.whenComplete(
        (response, failure) -> {
          failed |= failure != null;
          free.release();
        });
    return answer;
  }

  /** A part as the store knows it; its checksum only if the store has taken notice of it. */
  private CompletedPart completed(int part, UploadPartResponse answer) {
    return CompletedPart.builder()
        .partNumber(part + 1)
        .eTag(answer.eTag())
        .checksumCRC32(answer.checksumCRC32() == null ? null : checksums.get(part))
        .build();
  }

  /** What the store must say of the whole; after {@link #send}. */
  Checksums expected() {
    return Checksums.of(content, plan, checksums);
  }
}
