// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How receiving and reading CPUs are chosen. */
public enum PlacementPolicy {
  /** Nothing is moved; readers float, off the receiving CPUs. */
  @JsonProperty("Observe")
  OBSERVE,
  /** Nothing is moved; each reader runs on its ring's CPU. */
  @JsonProperty("Same")
  SAME,
  /** Interrupts move to a receive set; one reader CPU per receive CPU, beside it. */
  @JsonProperty("Split")
  SPLIT,
  /** Measures Observe, then Split of growing width, and keeps the best. */
  @JsonProperty("Auto")
  AUTO
}
