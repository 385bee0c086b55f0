// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.ByteRange;
import dev.ringtail.crds.rule.TimeRange;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.TimeSpan;
import io.fabric8.generator.annotation.Default;

/** When a segment is closed and becomes an object. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Segment(
    @Default(Segment.SIZE)
        @ByteRange(min = "1Mi", max = "64Gi")
        @JsonPropertyDescription(
            "The size at which a segment is closed. Not larger than buffer.spool.")
        ByteCount size,
    @Default(Segment.INTERVAL)
        @TimeRange(min = "1s", max = "24h")
        @JsonPropertyDescription(
            "The age at which a segment that holds packets is closed: how soon a packet is seen in"
                + " the store.")
        TimeSpan interval,
    @Default("None")
        @JsonPropertyDescription(
            "Zstd compresses each object, on CPUs that the capture does not use, and appends .zst"
                + " to its key. None leaves objects that every tool opens.")
        Compression compression) {

  static final String SIZE = "256Mi";
  static final String INTERVAL = "30s";

  /** What an absent {@code segment} means. */
  public static final Segment DEFAULT = new Segment(null, null, null);

  public Segment {
    size = size == null ? new ByteCount(SIZE) : size;
    interval = interval == null ? new TimeSpan(INTERVAL) : interval;
    compression = compression == null ? Compression.NONE : compression;
  }
}
