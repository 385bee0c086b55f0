// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

import dev.ringtail.crds.v1alpha1.S3Output;
import java.net.URI;
import java.util.Optional;

/**
 * Where a bucket is, as seen from here.
 *
 * @param endpoint empty: AWS
 * @param pathStyle whether the bucket's name goes into the path instead of the host name
 * @param authorities PEM certificates, the only ones to trust; empty: those of the Java runtime
 */
public record StoreSettings(
    String bucket,
    String region,
    Optional<URI> endpoint,
    boolean pathStyle,
    Optional<String> authorities) {
  private static final String DEFAULT_REGION = "us-east-1";

  /**
   * @param endpoint instead of the job's, where this machine reaches the store by another address
   */
  public static StoreSettings of(
      S3Output output, Optional<URI> endpoint, Optional<String> authorities) {
    return new StoreSettings(
        output.bucket(),
        output.region() == null ? DEFAULT_REGION : output.region(),
        endpoint.or(() -> Optional.ofNullable(output.endpoint()).map(URI::create)),
        output.forcePathStyle(),
        authorities);
  }

  /** The place for messages, such as {@code bucket captures at https://store:9000}. */
  String place() {
    return "bucket %s at %s"
        .formatted(
            bucket,
            endpoint.map(URI::toString).orElse("https://s3.%s.amazonaws.com".formatted(region)));
  }
}
