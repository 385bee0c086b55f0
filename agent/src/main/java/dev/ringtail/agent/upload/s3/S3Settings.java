// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.ServerSideEncryption;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a bucket is and how to talk to it.
 *
 * @param bucket its name
 * @param prefix what all keys begin with, without slashes at its ends; may be empty
 * @param region such as {@code eu-central-1}
 * @param endpoint empty: AWS
 * @param pathStyle whether the bucket's name goes into the path instead of the host name
 * @param credentialsFolder a folder with one file per key, as Kubernetes mounts a Secret; empty:
 *     the environment, then whatever else the SDK's chain knows
 * @param caFile PEM certificates, the only ones to trust; empty: those of the Java runtime
 * @param encryption how the store encrypts; empty: as the bucket says
 */
public record S3Settings(
    String bucket,
    String prefix,
    String region,
    Optional<URI> endpoint,
    boolean pathStyle,
    Optional<Path> credentialsFolder,
    Optional<Path> caFile,
    Optional<ServerSideEncryption> encryption) {
  private static final String DEFAULT_REGION = "us-east-1";

  /**
   * What a job's document says, with the files that stand for its Secrets on this machine.
   *
   * @param output within the rules of its API
   */
  public static S3Settings of(
      S3Output output, Optional<Path> credentialsFolder, Optional<Path> caFile) {
    return new S3Settings(
        output.bucket(),
        output.prefix() == null ? "" : output.prefix(),
        output.region() == null ? DEFAULT_REGION : output.region(),
        Optional.ofNullable(output.endpoint()).map(URI::create),
        output.forcePathStyle(),
        credentialsFolder,
        caFile,
        Optional.ofNullable(output.serverSideEncryption()));
  }

  /** The place for messages, such as {@code bucket captures at https://store:9000}. */
  String place() {
    return "bucket %s at %s"
        .formatted(
            bucket,
            endpoint.map(URI::toString).orElse("https://s3.%s.amazonaws.com".formatted(region)));
  }
}
