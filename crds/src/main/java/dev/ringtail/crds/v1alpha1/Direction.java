// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which way a captured packet goes. */
public enum Direction {
  /** Into the interface. */
  @JsonProperty("Ingress")
  INGRESS,
  /** Out of the interface. */
  @JsonProperty("Egress")
  EGRESS,
  /** Both ways. */
  @JsonProperty("Both")
  BOTH
}
