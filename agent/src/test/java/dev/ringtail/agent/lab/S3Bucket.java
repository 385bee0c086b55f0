// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A bucket as tests see it: made, emptied, and copied to files. */
final class S3Bucket implements AutoCloseable {
  private final S3AsyncClient client;
  private final String name;

  S3Bucket(URI endpoint, String accessKey, String secretKey, String name) {
    this.name = name;
    this.client =
        S3AsyncClient.builder()
            .endpointOverride(endpoint)
            .forcePathStyle(true)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey)))
            .build();
  }

  /** Makes it unless it is there. */
  void create() {
    try {
      client.createBucket(request -> request.bucket(name)).join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof BucketAlreadyOwnedByYouException)
          && !(e.getCause() instanceof BucketAlreadyExistsException)) {
        throw e;
      }
    }
  }

  private List<String> keys() {
    return client.listObjectsV2(request -> request.bucket(name)).join().contents().stream()
        .map(S3Object::key)
        .toList();
  }

  /** Removes every object. */
  void removeAll() {
    for (List<String> keys = keys(); !keys.isEmpty(); keys = keys()) {
      for (String key : keys) {
        client.deleteObject(request -> request.bucket(name).key(key)).join();
      }
    }
  }

  /** Makes a folder hold what the bucket holds; at most 1,000 objects, the first page of a list. */
  void copyTo(Path folder) {
    try {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
      }
      for (String key : keys()) {
        Path file = folder.resolve(key);
        Files.createDirectories(file.getParent());
        client
            .getObject(
                request -> request.bucket(name).key(key), AsyncResponseTransformer.toFile(file))
            .join();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the bucket to " + folder, e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
