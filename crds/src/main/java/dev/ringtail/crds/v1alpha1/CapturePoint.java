// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where in the kernel a capture program hooks. */
public enum CapturePoint {
  /** The first that works, in the order that suits the interface. */
  @JsonProperty("Auto")
  AUTO("Auto"),
  /** XDP in the driver. */
  @JsonProperty("XdpNative")
  XDP_NATIVE("XdpNative"),
  /** The exit of the XDP program that is already there. */
  @JsonProperty("XdpExit")
  XDP_EXIT("XdpExit"),
  /** tc, as tcx, which kernels have since 6.6. */
  @JsonProperty("Tc")
  TC("Tc"),
  /** XDP after the kernel has made its own packet buffer. */
  @JsonProperty("XdpGeneric")
  XDP_GENERIC("XdpGeneric");

  private final String text;

  CapturePoint(String text) {
    this.text = text;
  }

  /** Whether packets are seen before the stack has them, and only those that arrive. */
  public boolean isXdp() {
    return this == XDP_NATIVE || this == XDP_GENERIC || this == XDP_EXIT;
  }

  /** As documents have it. */
  @Override
  public String toString() {
    return text;
  }
}
