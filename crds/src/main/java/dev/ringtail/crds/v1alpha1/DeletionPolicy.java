// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What deleting a job does with data that is not yet delivered. */
public enum DeletionPolicy {
  /** It is delivered first, bounded by a grace period. */
  @JsonProperty("Deliver")
  DELIVER,
  /** It is dropped. */
  @JsonProperty("Discard")
  DISCARD
}
