// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import dev.ringtail.agent.lab.S3Server;
import java.net.URI;
import java.nio.file.Path;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** The bucket {@link S3Server#BUCKET} of an S3 server, to be written as agents do. */
public final class TestBucket implements AutoCloseable {
  private final S3AsyncClient client;

  public TestBucket(URI endpoint) {
    client =
        S3AsyncClient.builder()
            .endpointOverride(endpoint)
            .forcePathStyle(true)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(S3Server.ACCESS_KEY, S3Server.SECRET_KEY)))
            .build();
  }

  public void put(String key, byte[] bytes) {
    put(key, AsyncRequestBody.fromBytes(bytes));
  }

  public void put(String key, Path file) {
    put(key, AsyncRequestBody.fromFile(file));
  }

  private void put(String key, AsyncRequestBody body) {
    client.putObject(request -> request.bucket(S3Server.BUCKET).key(key), body).join();
  }

  public void delete(String key) {
    client.deleteObject(request -> request.bucket(S3Server.BUCKET).key(key)).join();
  }

  @Override
  public void close() {
    client.close();
  }
}
