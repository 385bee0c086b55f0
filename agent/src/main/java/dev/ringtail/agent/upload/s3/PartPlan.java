// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

/**
 * How a file is cut into the parts of a multipart upload. A store takes at most 10,000 parts, each
 * but the last of at least 5 MiB and at most 5 GiB, and at most 5 GiB in one request (Amazon S3
 * User Guide, "Multipart upload limits").
 *
 * @param bytes of the file, at least 1
 * @param partBytes of each part but the last
 */
record PartPlan(long bytes, long partBytes) {
  /** Part size wherever it suffices; also the most that goes in one request. */
  static final long USUAL_PART_BYTES = 16L << 20;

  private static final int MOST_PARTS = 10_000;
  private static final long STEP = 1L << 20;

  /** The plan for a file. */
  static PartPlan of(long bytes) {
    long least = (bytes + MOST_PARTS - 1) / MOST_PARTS;
    long rounded = (least + STEP - 1) / STEP * STEP;
    return new PartPlan(bytes, Math.max(USUAL_PART_BYTES, rounded));
  }

  boolean isSingle() {
    return bytes <= partBytes;
  }

  int parts() {
    return Math.toIntExact((bytes + partBytes - 1) / partBytes);
  }

  /**
   * @param part 0 and up
   */
  long offset(int part) {
    return part * partBytes;
  }

  long length(int part) {
    return Math.min(partBytes, bytes - offset(part));
  }
}
