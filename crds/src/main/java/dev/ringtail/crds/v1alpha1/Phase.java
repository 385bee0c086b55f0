// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How far a capture has come, on one node or on all. */
public enum Phase {
  /** Accepted, or waiting for its turn. */
  @JsonProperty("Pending")
  PENDING,
  /** Agents start, look for interfaces and attach; nothing is captured yet. */
  @JsonProperty("Preparing")
  PREPARING,
  /** Packets are captured. */
  @JsonProperty("Capturing")
  CAPTURING,
  /** The capture has ended; the rest is delivered. */
  @JsonProperty("Uploading")
  UPLOADING,
  /** All is delivered. */
  @JsonProperty("Completed")
  COMPLETED,
  /** Something is missing; the conditions say what. */
  @JsonProperty("Failed")
  FAILED;

  /** Whether nothing more will happen. */
  public boolean isFinal() {
    return this == COMPLETED || this == FAILED;
  }
}
