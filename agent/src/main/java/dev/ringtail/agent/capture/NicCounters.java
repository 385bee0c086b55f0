// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.Ethtool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What NICs say they lost themselves, before any program could see it. The names are the drivers',
 * so those are taken that speak of misses, drops and errors on the way in.
 */
final class NicCounters {
  private final Map<String, Map<String, Long>> before = new HashMap<>();

  /** Notes the counters as they are now; of other interfaces nothing is known. */
  NicCounters(List<CapturedInterface> interfaces) {
    interfaces.forEach(one -> before.put(one.name(), losses(one.name())));
  }

  /** By how much each loss counter of an interface has grown; only those that have. */
  Map<String, Long> growth(String networkInterface) {
    Map<String, Long> growth = new TreeMap<>();
    if (!before.containsKey(networkInterface)) {
      return growth;
    }
    losses(networkInterface)
        .forEach(
            (name, value) -> {
              long grown = value - before.get(networkInterface).getOrDefault(name, 0L);
              if (grown > 0) {
                growth.put(name, grown);
              }
            });
    return growth;
  }

  private static Map<String, Long> losses(String networkInterface) {
    Map<String, Long> losses = new TreeMap<>(Ethtool.statistics(networkInterface));
    losses.keySet().removeIf(name -> !name.matches("(rx|port).*(miss|drop|err|no_buf|discard).*"));
    return losses;
  }
}
