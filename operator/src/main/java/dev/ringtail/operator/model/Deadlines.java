// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import java.time.Duration;

/**
 * How long the operator waits for what it does not do itself.
 *
 * @param notice how long something may be missing before the job's conditions name it
 * @param prepare how long a node may take from its plan to its first packet
 * @param silence how long an agent may be silent before its node is given up
 * @param deletion how long deleting a job waits for its data to be delivered
 * @param farewell how long deleting a job waits for its agents' pods to be gone
 */
public record Deadlines(
    Duration notice, Duration prepare, Duration silence, Duration deletion, Duration farewell) {
  /** What holds in clusters. */
  public static final Deadlines DEFAULT =
      new Deadlines(
          Duration.ofSeconds(20),
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(1));

  /**
   * How long an agent of a job with so many nodes may be silent before its node is said to be so:
   * agents report every 2 s, or every {@code nodes / 20} s where that is more, and a report may be
   * late by as much again.
   */
  public Duration noticeOfSilence(int nodes) {
    Duration threeReports = Duration.ofMillis(Math.max(2000, nodes * 50L) * 3);
    return threeReports.compareTo(notice) > 0 ? threeReports : notice;
  }
}
