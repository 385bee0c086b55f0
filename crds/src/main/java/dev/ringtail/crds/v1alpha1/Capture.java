// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Where in the kernel packets are taken, and how much of each. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Capture(
    @Default("Auto")
        @JsonPropertyDescription(
            "Where the program hooks: XdpNative in the driver, XdpExit behind the XDP program that"
                + " is already there, Tc before the stack, XdpGeneric after the skb is made. Auto"
                + " takes the first that works and says in the status which, and why not those"
                + " before it.")
        CapturePoint point,
    @JsonPropertyDescription(
            "Which packets: those that arrive (Ingress), those that leave (Egress), or Both. As"
                + " the pod sees it where pods are captured. Absent: Ingress for nodes, Both for"
                + " pods.")
        Direction direction,
    @Default("262144")
        @Min(1)
        @Max(Capture.MAX_SNAP_LENGTH)
        @JsonPropertyDescription(
            "Bytes kept of each packet, from its start; the original length is kept as well."
                + " 262144, the most, keeps all.")
        Integer snapLength) {

  /** The longest record that libpcap's tools read. */
  public static final int MAX_SNAP_LENGTH = 262_144;

  /** What an absent {@code capture} means. */
  public static final Capture DEFAULT = new Capture(null, null, null);

  public Capture {
    point = point == null ? CapturePoint.AUTO : point;
    snapLength = snapLength == null ? Integer.valueOf(MAX_SNAP_LENGTH) : snapLength;
  }
}
