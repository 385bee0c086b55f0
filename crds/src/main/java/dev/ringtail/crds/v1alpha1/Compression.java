// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How objects are compressed. */
public enum Compression {
  /** Not at all. */
  @JsonProperty("None")
  NONE,
  /** With Zstandard. */
  @JsonProperty("Zstd")
  ZSTD
}
