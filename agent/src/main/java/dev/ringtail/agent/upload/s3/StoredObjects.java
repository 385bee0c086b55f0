// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.ObjectDigest;
import dev.ringtail.agent.upload.StoreException;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What a bucket holds, held against what it should. */
final class StoredObjects {
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final S3Connection connection;
  private final S3Settings settings;
  private final S3Requests requests;

  StoredObjects(S3Connection connection, S3Settings settings) {
    this.connection = connection;
    this.settings = settings;
    this.requests = new S3Requests(settings);
  }

  /**
   * Believes, asks, or removes an object that was just written.
   *
   * @param answered the checksum in the store's answer, null where it tells none
   * @throws StoreException when the store has other bytes, or does not tell
   */
  void confirm(String key, Checksums expected, String answered)
      throws StoreException, InterruptedException {
    if (expected.crc32().equals(answered)) {
      return;
    }
    String has = "checksum " + answered;
    if (answered == null) {
      HeadObjectResponse head =
          connection.call("confirm " + key, client -> client.headObject(requests.head(key)));
      if (expected.confirmedBy(head)) {
        return;
      }
      has =
          "%d bytes, checksum %s, ETag %s"
              .formatted(head.contentLength(), head.checksumCRC32(), head.eTag());
    }
    connection.call(
        "remove the damaged " + key, client -> client.deleteObject(requests.delete(key)));
    throw new StoreException(
        "%s arrived damaged in %s (%s where %d bytes with checksum %s were sent) and was removed"
            .formatted(key, settings.place(), has, expected.bytes(), expected.crc32()),
        true,
        null);
  }

  /**
   * Whether an object is there already, going by the digest in its metadata.
   *
   * @throws StoreException when another content is there
   */
  boolean holds(String key, ObjectDigest digest) throws StoreException, InterruptedException {
    Optional<HeadObjectResponse> head = head(key);
    if (head.isEmpty()) {
      return false;
    }
    if (head.get().contentLength() == digest.bytes()
        && digest.sha256().equals(head.get().metadata().get(S3Requests.SHA256))) {
      return true;
    }
    throw new StoreException(
        "%s already has an object %s with other content; it is not overwritten"
            .formatted(settings.place(), key),
        false,
        null);
  }

  /** Empty also where we may not ask; then writing will tell. */
  private Optional<HeadObjectResponse> head(String key)
      throws StoreException, InterruptedException {
    try {
      return Optional.of(
          connection.call("look at " + key, client -> client.headObject(requests.head(key))));
    } catch (StoreException e) {
      if (isStatus(e, NOT_FOUND) || isStatus(e, FORBIDDEN)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Whether the store answered with this HTTP status. */
  static boolean isStatus(StoreException e, int status) {
    return e.getCause() instanceof S3Exception answer && answer.statusCode() == status;
  }

  /** Whether the store answered at all. */
  static boolean isAnswer(StoreException e) {
    return e.getCause() instanceof S3Exception;
  }
}
