// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Packets that matched and were lost, by cause. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Drops(
    @JsonPropertyDescription(
            "The ring of the CPU was full: the readers were too slow, or buffer.memory too small.")
        long ringFull,
    @JsonPropertyDescription("A packet came while the same CPU was writing another one.")
        long reentered,
    @JsonPropertyDescription("The kernel could not copy the packet.") long copyFailed,
    @JsonPropertyDescription("The packet came on a CPU that has no ring yet.") long noRing,
    @JsonPropertyDescription("The next program of the hook could not be called.") long tailcall,
    @JsonPropertyDescription(
            "The spool was full: the store was too slow or away, or buffer.spool too small.")
        long spoolFull,
    @JsonPropertyDescription("The spool could not be written.") long spoolError) {

  /** Nothing lost. */
  public static final Drops NONE = new Drops(0, 0, 0, 0, 0, 0, 0);

  /** All causes together. */
  public long total() {
    return kernel() + spoolFull + spoolError;
  }

  /** The causes between matching and the ring: {@code matched - written}. */
  public long kernel() {
    return ringFull + reentered + copyFailed + noRing + tailcall;
  }

  /** The sum of both, cause by cause. */
  public Drops plus(Drops other) {
    return new Drops(
        ringFull + other.ringFull,
        reentered + other.reentered,
        copyFailed + other.copyFailed,
        noRing + other.noRing,
        tailcall + other.tailcall,
        spoolFull + other.spoolFull,
        spoolError + other.spoolError);
  }
}
