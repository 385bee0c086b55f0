// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import java.util.Map;

/**
 * A filter and the maps behind the sets that it asks.
 *
 * @param filter what is asked of packets
 * @param sets a map for each of {@link CompiledFilter#sets}; see {@link NamedSets#mapsOf}
 */
public record BoundFilter(CompiledFilter filter, Map<SetUse, SetMap> sets) {
  public BoundFilter {
    sets = Map.copyOf(sets);
  }

  /** A filter that asks no set. */
  public static BoundFilter of(CompiledFilter filter) {
    return new BoundFilter(filter, Map.of());
  }
}
