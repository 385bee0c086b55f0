// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where in the kernel a capture program hooks. */
public enum CapturePoint {
  /** The first that works, in the order that suits the interface. */
  @JsonProperty("Auto")
  AUTO,
  /** XDP in the driver. */
  @JsonProperty("XdpNative")
  XDP_NATIVE,
  /** The exit of the XDP program that is already there. */
  @JsonProperty("XdpExit")
  XDP_EXIT,
  /** tc, as tcx or below kernel 6.6 as a clsact filter. */
  @JsonProperty("Tc")
  TC,
  /** XDP after the kernel has made its own packet buffer. */
  @JsonProperty("XdpGeneric")
  XDP_GENERIC
}
