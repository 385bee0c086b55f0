// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.ByteRange;
import dev.ringtail.crds.value.ByteCount;
import io.fabric8.generator.annotation.Default;

/** What a capture may use on each node. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Buffer(
    @Default(Buffer.MEMORY)
        @ByteRange(min = "1Mi", max = "64Gi")
        @JsonPropertyDescription(
            "Memory of all rings together, between the kernel and the readers. Each receiving CPU"
                + " needs at least 1Mi.")
        ByteCount memory,
    @Default(Buffer.SPOOL)
        @ByteRange(min = "1Mi", max = "16Ti")
        @JsonPropertyDescription(
            "Disk for segments that are not yet delivered. When it is full, new packets are dropped"
                + " and counted. Refused if it would leave less than 15 % of the file system free.")
        ByteCount spool) {

  static final String MEMORY = "256Mi";
  static final String SPOOL = "4Gi";

  /** What an absent {@code buffer} means. */
  public static final Buffer DEFAULT = new Buffer(null, null);

  public Buffer {
    memory = memory == null ? new ByteCount(MEMORY) : memory;
    spool = spool == null ? new ByteCount(SPOOL) : spool;
  }
}
