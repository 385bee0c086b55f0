// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a card spreads packets over its receive queues by their hash (receive-side scaling).
 *
 * @param entriesOfQueue how many of its table's entries lead to each queue; queues without an entry
 *     are left out, and it is empty where the card shows no table
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ReceiveSpread(SortedMap<Integer, Integer> entriesOfQueue) {
  /** For cards without a table. */
  public static final ReceiveSpread UNKNOWN = new ReceiveSpread(new TreeMap<>());

  /** Takes an unmodifiable copy. */
  public ReceiveSpread {
    entriesOfQueue = Collections.unmodifiableSortedMap(new TreeMap<>(entriesOfQueue));
  }

  /**
   * Counts a table.
   *
   * @param table the queue of each entry
   */
  public static ReceiveSpread of(List<Integer> table) {
    SortedMap<Integer, Integer> entries = new TreeMap<>();
    table.forEach(queue -> entries.merge(queue, 1, Integer::sum));
    return new ReceiveSpread(entries);
  }

  /** Whether the card shows no table. */
  @JsonIgnore
  public boolean isUnknown() {
    return entriesOfQueue.isEmpty();
  }

  /** In words, such as {@code spread by hash: queue 0 64 of 128, queue 1 64 of 128}. */
  @Override
  public String toString() {
    int all = entriesOfQueue.values().stream().mapToInt(Integer::intValue).sum();
    List<String> shares =
        entriesOfQueue.entrySet().stream()
            .map(entry -> "queue %d %d of %d".formatted(entry.getKey(), entry.getValue(), all))
            .toList();
    return isUnknown() ? "no hash table shown" : "spread by hash: " + String.join(", ", shares);
  }
}
