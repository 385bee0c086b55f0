// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The figures that people look at first, of one node or of all nodes of a job. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CaptureCounts(
    @JsonPropertyDescription("Packets that passed the hook, whether they matched or not.")
        long seen,
    @JsonPropertyDescription("Packets that matched the filter.") long matched,
    @JsonPropertyDescription("Packets captured: in objects already, or on their way.")
        long captured,
    @JsonPropertyDescription(
            "Packets that matched and were lost, for any cause; the causes are in the funnel of"
                + " each interface.")
        long dropped,
    @JsonPropertyDescription("Packets in objects that the store has confirmed.") long delivered,
    @JsonPropertyDescription("Bytes of those objects.") long deliveredBytes,
    @JsonPropertyDescription("Number of those objects.") long objects) {

  /** Nothing counted. */
  public static final CaptureCounts ZERO = new CaptureCounts(0, 0, 0, 0, 0, 0, 0);

  /** The sum of both, figure by figure. */
  public CaptureCounts plus(CaptureCounts other) {
    return new CaptureCounts(
        seen + other.seen,
        matched + other.matched,
        captured + other.captured,
        dropped + other.dropped,
        delivered + other.delivered,
        deliveredBytes + other.deliveredBytes,
        objects + other.objects);
  }
}
