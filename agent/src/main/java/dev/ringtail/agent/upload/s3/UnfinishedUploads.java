// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Multipart uploads that were given up. A store that is down when an upload fails cannot abort it
 * either, so it is tried again whenever there is a chance that it works.
 */
final class UnfinishedUploads {
  private static final long PATIENCE_S = 5;
  private static final int NOT_FOUND = 404;

  private final S3Connection connection;
  private final String bucket;
  private final Queue<UnfinishedUpload> givenUp = new ConcurrentLinkedQueue<>();

  UnfinishedUploads(S3Connection connection, String bucket) {
    this.connection = connection;
    this.bucket = bucket;
  }

  /** Aborts an upload, now or later. */
  void giveUp(UnfinishedUpload upload) {
    givenUp.add(upload);
    abortGivenUp();
  }

  /** Tries again to abort what could not be aborted before; stops at the first that cannot. */
  void abortGivenUp() {
    for (UnfinishedUpload upload = givenUp.poll(); upload != null; upload = givenUp.poll()) {
      if (!aborted(upload)) {
        givenUp.add(upload);
        return;
      }
    }
  }

  private boolean aborted(UnfinishedUpload upload) {
    try {
      connection.send(client -> abort(client, upload)).get(PATIENCE_S, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      return e.getCause() instanceof S3Exception answer && answer.statusCode() == NOT_FOUND;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private CompletableFuture<AbortMultipartUploadResponse> abort(
      S3AsyncClient client, UnfinishedUpload upload) {
    return client.abortMultipartUpload(
        request -> request.bucket(bucket).key(upload.key()).uploadId(upload.id()));
  }

  /**
   * Aborts all uploads whose keys begin so, whoever began them.
   *
   * @return how many there were
   */
  int abortBelow(String prefix) throws StoreException, InterruptedException {
    List<MultipartUpload> found = new ArrayList<>();
    connection.call(
        "list unfinished uploads of " + prefix,
        client ->
            client
                .listMultipartUploadsPaginator(request -> request.bucket(bucket).prefix(prefix))
                .uploads()
                .subscribe(found::add));
    for (MultipartUpload upload : found) {
      UnfinishedUpload unfinished = new UnfinishedUpload(upload.key(), upload.uploadId());
      connection.call("abort the upload of " + upload.key(), client -> abort(client, unfinished));
    }
    return found.size();
  }
}
