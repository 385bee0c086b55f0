// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The funnel of one interface, or a sum of several.
 *
 * @param name the interface
 * @param packets how many there are at each term
 */
public record InterfaceFunnel(String name, Map<FunnelTerm, Long> packets) {
  public InterfaceFunnel {
    Map<FunnelTerm, Long> copy = new EnumMap<>(FunnelTerm.class);
    copy.putAll(packets);
    packets = Collections.unmodifiableMap(copy);
  }

  public long at(FunnelTerm term) {
    return packets.getOrDefault(term, 0L);
  }

  /** Every term under its name in documents, in the order of the way. */
  public Map<String, Long> toMap() {
    Map<String, Long> named = new LinkedHashMap<>();
    for (FunnelTerm term : FunnelTerm.values()) {
      named.put(term.key(), at(term));
    }
    return named;
  }

  /** Packets lost, of whatever cause. */
  public long lost() {
    long lost = 0;
    for (FunnelTerm term : FunnelTerm.values()) {
      lost += term.isLoss() ? at(term) : 0;
    }
    return lost;
  }

  /**
   * What does not add up, in words. Only meaningful after detach and drain; live values are read
   * one after the other.
   */
  public Optional<String> imbalance() {
    long matched =
        at(FunnelTerm.WRITTEN)
            + at(FunnelTerm.RING_FULL)
            + at(FunnelTerm.REENTERED)
            + at(FunnelTerm.COPY_FAILED)
            + at(FunnelTerm.NO_RING)
            + at(FunnelTerm.TAILCALL);
    long written =
        at(FunnelTerm.SPOOLED)
            + at(FunnelTerm.SPOOL_FULL)
            + at(FunnelTerm.SPOOL_ERROR)
            + at(FunnelTerm.AFTER_LIMIT);
    long spooled = at(FunnelTerm.DELIVERED) + at(FunnelTerm.WAITING) + at(FunnelTerm.ABANDONED);
    if (at(FunnelTerm.SEEN) != at(FunnelTerm.FILTERED) + at(FunnelTerm.MATCHED)) {
      return Optional.of(
          "%s: seen %d is not filtered %d + matched %d"
              .formatted(
                  name, at(FunnelTerm.SEEN), at(FunnelTerm.FILTERED), at(FunnelTerm.MATCHED)));
    }
    if (at(FunnelTerm.MATCHED) != matched) {
      return Optional.of(
          "%s: matched %d is not written + dropped = %d"
              .formatted(name, at(FunnelTerm.MATCHED), matched));
    }
    if (at(FunnelTerm.WRITTEN) != written) {
      return Optional.of(
          "%s: written %d is not spooled + dropped + after the limit = %d"
              .formatted(name, at(FunnelTerm.WRITTEN), written));
    }
    if (at(FunnelTerm.SPOOLED) != spooled) {
      return Optional.of(
          "%s: spooled %d is not delivered + waiting + abandoned = %d"
              .formatted(name, at(FunnelTerm.SPOOLED), spooled));
    }
    return Optional.empty();
  }

  /** Both together, under a new name. */
  public InterfaceFunnel plus(InterfaceFunnel other, String sumName) {
    Map<FunnelTerm, Long> sum = new EnumMap<>(FunnelTerm.class);
    sum.putAll(packets);
    other.packets.forEach((term, count) -> sum.merge(term, count, Long::sum));
    return new InterfaceFunnel(sumName, sum);
  }
}
