// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.recovery;

import dev.ringtail.agent.manifest.Manifest;
import java.util.List;
import java.util.Map;

/**
 * How far a run had come, noted each second while it captures.
 *
 * @param at ISO 8601, UTC
 * @param funnel packets at each term, by interface name
 * @param received packets that each interface had received by then, by its own counter
 * @param filters that judged so far
 */
public record Heartbeat(
    String at,
    Map<String, Map<String, Long>> funnel,
    Map<String, Long> received,
    List<Manifest.Filter> filters) {
  public Heartbeat {
    filters = filters == null ? List.of() : List.copyOf(filters);
  }
}
