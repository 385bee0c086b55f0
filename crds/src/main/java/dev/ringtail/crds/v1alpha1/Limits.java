// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.ByteRange;
import dev.ringtail.crds.rule.TimeRange;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.TimeSpan;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** What ends a capture, whichever comes first. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Limits(
    @Default(Limits.DURATION)
        @TimeRange(min = "1s", max = "168h")
        @JsonPropertyDescription(
            "How long the job captures, counted from the first node that captures.")
        TimeSpan duration,
    @Min(1)
        @Max(1e15)
        @JsonPropertyDescription("The most packets delivered from one node. Absent: no limit.")
        Long packetsPerNode,
    @ByteRange(min = "4Ki", max = "1000Ti")
        @JsonPropertyDescription(
            "The most bytes of objects delivered from one node. Absent: no limit.")
        ByteCount bytesPerNode) {

  static final String DURATION = "10m";

  /** What absent {@code limits} mean. */
  public static final Limits DEFAULT = new Limits(null, null, null);

  public Limits {
    duration = duration == null ? new TimeSpan(DURATION) : duration;
  }
}
