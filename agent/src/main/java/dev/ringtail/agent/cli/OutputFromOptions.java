// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.crds.v1alpha1.DirectoryOutput;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.Segment;
import dev.ringtail.crds.value.ByteCount;

/** Where objects go: what the document says, with the flags over it. */
final class OutputFromOptions {
  private static final String DIRECTORY = "dir:";
  private static final String S3 = "s3://";

  private final RunOptions options;
  private final Output given;

  /**
   * @param given the document's, null without one
   */
  OutputFromOptions(RunOptions options, Output given) {
    this.options = options;
    this.given = given;
  }

  Output merge() {
    Segment segment = segment(given == null ? Segment.DEFAULT : given.segment());
    if (options.output == null && given == null) {
      throw CommandException.usage(
          "no output is named; say where objects go, for example --output dir:/var/captures");
    }
    if (options.output == null) {
      return new Output(given.s3() == null ? null : s3(given.s3()), given.directory(), segment);
    }
    if (options.output.startsWith(S3)) {
      return new Output(s3(bucket(options.output.substring(S3.length()))), null, segment);
    }
    if (!options.output.startsWith(DIRECTORY) || options.output.equals(DIRECTORY)) {
      throw CommandException.usage(
          "--output %s is no place; name a folder as dir:PATH or a bucket as s3://BUCKET/PREFIX"
              .formatted(options.output));
    }
    String path = options.output.substring(DIRECTORY.length());
    return new Output(null, new DirectoryOutput(path), segment);
  }

  private static S3Output bucket(String place) {
    String[] parts = place.split("/", 2);
    String prefix = parts.length == 1 ? "" : parts[1].replaceAll("^/+|/+$", "");
    return new S3Output(
        parts[0], prefix.isEmpty() ? null : prefix, null, null, false, null, null, null);
  }

  private S3Output s3(S3Output base) {
    return new S3Output(
        base.bucket(),
        base.prefix(),
        or(options.s3Region, base.region()),
        or(options.s3Endpoint, base.endpoint()),
        or(options.s3PathStyle, base.forcePathStyle()),
        base.credentialsSecretRef(),
        base.caBundleSecretRef(),
        base.serverSideEncryption());
  }

  private Segment segment(Segment base) {
    return new Segment(
        segmentSize(base),
        or(options.segmentInterval, base.interval()),
        or(options.compression, base.compression()));
  }

  /** The default is as large as the spool allows; what somebody has written stays. */
  private ByteCount segmentSize(Segment segment) {
    if (options.segmentSize != null || options.spoolSize == null || options.file != null) {
      return or(options.segmentSize, segment.size());
    }
    return options.spoolSize.compareTo(segment.size()) < 0 ? options.spoolSize : segment.size();
  }

  private static <T> T or(T wanted, T otherwise) {
    return wanted == null ? otherwise : wanted;
  }
}
