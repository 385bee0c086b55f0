// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.StorageProfile;
import dev.ringtail.cli.cluster.StorageProfiles;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.SecretRef;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a job delivers to. */
final class StoreOptions {
  private static final String S3 = "s3://";

  @Option(
      names = "--output",
      paramLabel = "s3://BUCKET/PREFIX",
      description = "bucket that the nodes deliver to")
  private String output;

  @Option(
      names = "--s3-endpoint",
      paramLabel = "URL",
      description = "address of the store as the nodes reach it; default: AWS")
  private String endpoint;

  @Option(
      names = "--s3-region",
      paramLabel = "REGION",
      description = "region of the bucket; default us-east-1")
  private String region;

  @Option(
      names = "--s3-path-style",
      description = "the bucket's name goes into the path, as most stores other than AWS want it")
  private boolean pathStyle;

  @Option(
      names = "--credentials-secret",
      paramLabel = "NAME",
      description = "Secret of the namespace with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
  private String credentials;

  @Option(
      names = "--ca-secret",
      paramLabel = "NAME",
      description = "Secret of the namespace whose ca.crt holds the certificates to trust")
  private String authorities;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "storage profile of the cluster, instead of --output; default: the one named default")
  private String profile;

  /**
   * The place in the form of a profile, also if it was written as flags.
   *
   * @throws CommandException if no place is named, or two are
   */
  StorageProfile resolve(StorageProfiles profiles) {
    if (output != null && profile != null) {
      throw CommandException.usage("name one place, --output or --profile");
    }
    if (output == null && hasDetails()) {
      throw CommandException.usage(
          "flags about the store go with --output s3://BUCKET/PREFIX, which names it");
    }
    if (output != null) {
      return new StorageProfile("", toOutput(), Optional.empty());
    }
    if (profile != null) {
      return profiles.named(profile);
    }
    return profiles
        .standard()
        .orElseThrow(
            () ->
                CommandException.usage(
                    "where to? name a bucket with --output s3://BUCKET/PREFIX, or a storage profile of the cluster with --profile; it has none named default"));
  }

  private boolean hasDetails() {
    return endpoint != null
        || region != null
        || pathStyle
        || credentials != null
        || authorities != null;
  }

  private S3Output toOutput() {
    if (!output.startsWith(S3) || output.length() == S3.length()) {
      throw CommandException.usage(
          "--output %s is no bucket; write s3://BUCKET or s3://BUCKET/PREFIX".formatted(output));
    }
    String[] place = output.substring(S3.length()).split("/", 2);
    String prefix = place.length == 1 ? "" : place[1].replaceAll("^/+|/+$", "");
    return new S3Output(
        place[0],
        prefix.isEmpty() ? null : prefix,
        region,
        endpoint,
        pathStyle,
        credentials == null ? null : new SecretRef(credentials),
        authorities == null ? null : new SecretRef(authorities),
        null);
  }
}
