// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

/**
 * What a CPU does for a capture, and why.
 *
 * @param cpu number
 * @param role its part
 * @param why one clause in words
 */
public record CpuRole(int cpu, Role role, String why) {

  /** The parts. */
  public enum Role {
    /** Packets arrive on it. */
    RECEIVES,
    /** A reader is pinned to it. */
    READS,
    /** Both. */
    RECEIVES_AND_READS,
    /** The process's other threads and floating readers run on it. */
    SERVES,
    /** Not used, because it is set apart for something else. */
    RESERVED,
    /** Not used. */
    UNUSED
  }
}
