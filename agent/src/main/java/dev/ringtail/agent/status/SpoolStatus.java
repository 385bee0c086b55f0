// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * The spool.
 *
 * @param folder where it lies
 * @param segmentBytes most bytes of a segment
 * @param segments how many there may be
 * @param usedSegments how many there are: filled, waiting for the store, or ready to be filled
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SpoolStatus(String folder, long segmentBytes, int segments, int usedSegments) {
  public long limitBytes() {
    return segments * segmentBytes;
  }

  public long usedBytes() {
    return usedSegments * segmentBytes;
  }

  /** Whether there is no room for another segment. */
  @JsonIgnore
  public boolean isFull() {
    return usedSegments >= segments;
  }
}
