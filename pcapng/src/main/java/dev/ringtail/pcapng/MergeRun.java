// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.util.Comparator;

/**
 * A stretch of one section of one file in which time does not go back: the unit that a merge picks
 * packets from. A file in order is one run; a file that one reader filled from several rings is a
 * run per batch.
 *
 * @param rank position among all runs in the order of files and offsets, which decides between
 *     equal times
 * @param from offset in the file of its first block
 * @param to offset after its last packet
 * @param firstNs time of its first packet
 * @param lastNs time of its last packet
 * @param firstInterface index among the file's interfaces of interface 0 of its section
 * @param foreign whether its section is big-endian
 */
record MergeRun(
    MergeSource source,
    int rank,
    long from,
    long to,
    long firstNs,
    long lastNs,
    int firstInterface,
    boolean foreign) {

  static final Comparator<MergeRun> BY_START =
      Comparator.comparingLong(MergeRun::firstNs).thenComparingInt(MergeRun::rank);

  MergeRun ranked(int rank) {
    return new MergeRun(source, rank, from, to, firstNs, lastNs, firstInterface, foreign);
  }
}
