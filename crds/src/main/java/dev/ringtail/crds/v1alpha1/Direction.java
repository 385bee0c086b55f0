// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which way a captured packet goes. */
public enum Direction {
  /** Into the interface. */
  @JsonProperty("Ingress")
  INGRESS("Ingress"),
  /** Out of the interface. */
  @JsonProperty("Egress")
  EGRESS("Egress"),
  /** Both ways. */
  @JsonProperty("Both")
  BOTH("Both");

  private final String text;

  Direction(String text) {
    this.text = text;
  }

  /** As documents have it. */
  @Override
  public String toString() {
    return text;
  }
}
