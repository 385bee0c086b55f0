// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * A CPU that may run the hook, and its ring.
 *
 * @param cpu its number
 * @param reader the reader of its ring
 * @param seen packets of all interfaces that reached the hook here
 * @param written those that are in records
 * @param ringFull those that found no room
 * @param ringBytes size of the ring
 * @param producedBytes bytes of records since the start
 * @param consumedBytes those of them that its reader has taken
 * @param fillSamples how often a sampled record found the ring filled up to so many eighths
 * @param time what the whole CPU did
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CpuStatus(
    int cpu,
    int reader,
    long seen,
    long written,
    long ringFull,
    long ringBytes,
    long producedBytes,
    long consumedBytes,
    List<Long> fillSamples,
    CpuTime time) {

  /** Bytes that wait for the reader. */
  public long waitingBytes() {
    return Math.max(0, producedBytes - consumedBytes);
  }
}
