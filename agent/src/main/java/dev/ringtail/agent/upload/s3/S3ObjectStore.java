// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.ObjectDigest;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.StoreException;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * A bucket as object store. Keys start at the bucket's root. Every write of an object is
 * conditional, so that none is overwritten, and its checksum goes in a header rather than behind
 * the body, which stores other than AWS may not understand. An object counts as delivered when the
 * store has answered with the checksum that was computed here.
 */
public final class S3ObjectStore implements ObjectStore {
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private final S3Settings settings;
  private final S3Connection connection;
  private final S3Requests requests;
  private final StoredObjects stored;
  private final ConditionalWrite write;
  private final UnfinishedUploads unfinished;

  private S3ObjectStore(S3Settings settings, S3Connection connection) {
    this.settings = settings;
    this.connection = connection;
    this.requests = new S3Requests(settings);
    this.stored = new StoredObjects(connection, settings);
    this.write = new ConditionalWrite(stored);
    this.unfinished = new UnfinishedUploads(connection, settings.bucket());
  }

  /**
   * A store with an event loop of its own. Nothing is sent yet.
   *
   * @throws StoreException when the file of certificates cannot be used
   */
  public static S3ObjectStore open(S3Settings settings) throws StoreException {
    return open(settings, Optional.empty(), SILENCE);
  }

  /**
   * A store on an event loop that others use too, and close.
   *
   * @param eventLoop a group of one, see {@link S3Connection}
   * @throws StoreException when the file of certificates cannot be used
   */
  public static S3ObjectStore open(S3Settings settings, EventLoopGroup eventLoop)
      throws StoreException {
    return open(settings, Optional.of(eventLoop), SILENCE);
  }

  /**
   * @param silence how long the store may not move a byte before a request is sent again
   */
  static S3ObjectStore open(
      S3Settings settings, Optional<EventLoopGroup> eventLoops, Duration silence)
      throws StoreException {
    return new S3ObjectStore(settings, new S3Connection(settings, eventLoops, silence));
  }

  @Override
  public String location() {
    return "s3://" + settings.bucket();
  }

  @Override
  public void check() throws StoreException {
    new BucketCheck(connection, settings).run();
  }

  @Override
  public Delivered put(String key, Path file, ObjectDigest digest)
      throws StoreException, InterruptedException {
    try (ObjectBytes content = map(file)) {
      put(key, file, content, digest);
    }
    unfinished.abortGivenUp();
    return new Delivered(false);
  }

  private void put(String key, Path file, ObjectBytes content, ObjectDigest digest)
      throws StoreException, InterruptedException {
    if (content.size() != digest.bytes()) {
      throw new StoreException(
          "cannot deliver %s: %s has %d bytes instead of %d; something else writes to the spool"
              .formatted(key, file, content.size(), digest.bytes()),
          false,
          null);
    }
    PartPlan plan = PartPlan.of(content.size());
    try {
      if (plan.isSingle()) {
        putWhole(key, content, digest);
      } else if (!stored.holds(key, digest)) {
        putInParts(key, content, plan, digest);
      }
    } finally {
      connection.settle();
    }
  }

  private static ObjectBytes map(Path file) throws StoreException {
    try {
      return ObjectBytes.of(file);
    } catch (IOException e) {
      throw new StoreException("cannot read %s: %s".formatted(file, e), false, e);
    }
  }

  private void putWhole(String key, ObjectBytes content, ObjectDigest digest)
      throws StoreException, InterruptedException {
    PutObjectRequest.Builder request =
        requests.put(key, content).metadata(S3Requests.metadata(digest));
    Optional<PutObjectResponse> answer =
        write.send(
            key,
            digest,
            condition ->
                connection.call(
                    "write " + key,
                    client ->
                        client.putObject(request.ifNoneMatch(condition).build(), content.body())));
    if (answer.isPresent()) {
      stored.confirm(key, Checksums.of(content), answer.get().checksumCRC32());
    }
  }

  private void putInParts(String key, ObjectBytes content, PartPlan plan, ObjectDigest digest)
      throws StoreException, InterruptedException {
    UnfinishedUpload upload = begin(key, digest);
    MultipartUpload parts =
        new MultipartUpload(connection, settings.bucket(), upload, content, plan);
    boolean completed = false;
    try {
      CompleteMultipartUploadRequest.Builder request = parts.send();
      Optional<CompleteMultipartUploadResponse> answer =
          write.send(key, digest, condition -> complete(key, request.ifNoneMatch(condition)));
      if (answer.isPresent()) {
        completed = true;
        stored.confirm(key, parts.expected(), answer.get().checksumCRC32());
      }
    } finally {
      if (!completed) {
        unfinished.giveUp(upload);
      }
    }
  }

  private UnfinishedUpload begin(String key, ObjectDigest digest)
      throws StoreException, InterruptedException {
    CreateMultipartUploadRequest request = requests.create(key, digest);
    return new UnfinishedUpload(
        key,
        connection
            .call("begin the upload of " + key, client -> client.createMultipartUpload(request))
            .uploadId());
  }

  private CompleteMultipartUploadResponse complete(
      String key, CompleteMultipartUploadRequest.Builder request)
      throws StoreException, InterruptedException {
    return connection.call(
        "complete the upload of " + key, client -> client.completeMultipartUpload(request.build()));
  }

  @Override
  public void putDocument(String key, byte[] content, String contentType)
      throws StoreException, InterruptedException {
    ObjectBytes bytes = ObjectBytes.of(content);
    PutObjectRequest request = requests.put(key, bytes).contentType(contentType).build();
    connection.call("write " + key, client -> client.putObject(request, bytes.body()));
  }

  @Override
  public int abortUnfinished(String prefix) throws StoreException, InterruptedException {
    return unfinished.abortBelow(prefix);
  }

  @Override
  public void close() {
    unfinished.abortGivenUp();
    connection.close();
  }
}
