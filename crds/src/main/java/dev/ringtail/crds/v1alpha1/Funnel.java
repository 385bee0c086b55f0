// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/**
 * Where every packet went, each figure counted where it happens. At rest {@code seen = filtered +
 * matched}, {@code matched = written + drops.kernel()}, {@code written = spooled + spoolFull +
 * spoolError + afterLimit} and {@code spooled = delivered + waiting + abandoned}.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Funnel(
    @JsonPropertyDescription("Packets that passed the hook.") long seen,
    @JsonPropertyDescription("Packets that did not match the filter.") long filtered,
    @JsonPropertyDescription("Packets that matched.") long matched,
    @JsonPropertyDescription("Packets written into a ring.") long written,
    @JsonPropertyDescription("Packets that came after a packet or byte limit; not a loss.")
        long afterLimit,
    @JsonPropertyDescription("Packets in a segment.") long spooled,
    @JsonPropertyDescription("Packets in objects that the store has confirmed.") long delivered,
    @JsonPropertyDescription("Packets in segments that are not delivered yet.") long waiting,
    @JsonPropertyDescription("Packets in segments that were given up.") long abandoned,
    @JsonPropertyDescription("Packets cut by snapLength; for information.") long truncated,
    @Required @JsonPropertyDescription("Packets that matched and were lost, by cause.")
        Drops dropped) {

  /** Nothing counted. */
  public static final Funnel ZERO = new Funnel(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null);

  public Funnel {
    dropped = dropped == null ? Drops.NONE : dropped;
  }

  /** The sum of both, figure by figure. */
  public Funnel plus(Funnel other) {
    return new Funnel(
        seen + other.seen,
        filtered + other.filtered,
        matched + other.matched,
        written + other.written,
        afterLimit + other.afterLimit,
        spooled + other.spooled,
        delivered + other.delivered,
        waiting + other.waiting,
        abandoned + other.abandoned,
        truncated + other.truncated,
        dropped.plus(other.dropped));
  }

  /** Whether every packet is accounted for; only meaningful after detach and drain. */
  public boolean addsUp() {
    return seen == filtered + matched
        && matched == written + dropped.kernel()
        && written == spooled + dropped.spoolFull() + dropped.spoolError() + afterLimit
        && spooled == delivered + waiting + abandoned;
  }
}
