// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

/**
 * How the spool's bytes are divided.
 *
 * @param segmentBytes most bytes of one segment
 * @param segments how many segments may exist at once, in whatever state
 */
public record SpoolBudget(long segmentBytes, int segments) {
  /** Smallest segment that is worth an object. */
  public static final long MIN_SEGMENT_BYTES = 1 << 20;

  /** One that is filled and one that waits, per reader. */
  private static final int SEGMENTS_PER_READER = 2;

  /** What must stay free of the file system, in hundredths of its size. */
  private static final int RESERVED_PERCENT = 15;

  /**
   * Divides a budget. Segments become smaller than asked for when the budget does not hold two for
   * each reader.
   *
   * @param wantedBytes bytes that the spool may take
   * @param mayShrink whether it takes what the file system can spare if that is less
   * @param wantedSegmentBytes bytes of a segment as asked for
   * @param readers at least 1
   * @param scratchFiles files of the size of a segment that something else may have there
   * @param place the folder, for the error
   * @param totalBytes size of its file system
   * @param freeBytes free bytes of its file system, what an existing spool holds included
   * @throws SpoolException when there is no room
   */
  public static SpoolBudget divide(
      long wantedBytes,
      boolean mayShrink,
      long wantedSegmentBytes,
      int readers,
      int scratchFiles,
      String place,
      long totalBytes,
      long freeBytes)
      throws SpoolException {
    int least = SEGMENTS_PER_READER * readers + scratchFiles;
    long reserved = totalBytes / 100 * RESERVED_PERCENT;
    long budgetBytes =
        mayShrink ? Math.min(wantedBytes, Math.max(0, freeBytes - reserved)) : wantedBytes;
    long segmentBytes = Math.min(wantedSegmentBytes, budgetBytes / least);
    if (segmentBytes < MIN_SEGMENT_BYTES) {
      throw new SpoolException(
          ("spool of %s for %s is too small: %d readers need two segments of at least 1 MiB each;"
                  + " give at least %d MiB")
              .formatted(mib(budgetBytes), place, readers, least));
    }
    if (freeBytes - budgetBytes < reserved) {
      throw new SpoolException(
          ("spool of %s does not fit %s: its file system of %s has %s free and %s (15 %%) must stay"
                  + " so; give at most %s, or another folder")
              .formatted(
                  mib(budgetBytes),
                  place,
                  mib(totalBytes),
                  mib(freeBytes),
                  mib(reserved),
                  mib(Math.max(0, freeBytes - reserved))));
    }
    return new SpoolBudget(
        segmentBytes, Math.toIntExact(budgetBytes / segmentBytes) - scratchFiles);
  }

  private static String mib(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
