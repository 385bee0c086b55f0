// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where all packets of a run are.
 *
 * @param interfaces one funnel each, in the order of their numbers
 */
public record Funnel(List<InterfaceFunnel> interfaces) {
  public Funnel {
    interfaces = List.copyOf(interfaces);
  }

  /** The sum over all interfaces. */
  public InterfaceFunnel total() {
    return interfaces.stream()
        .reduce(new InterfaceFunnel("total", Map.of()), (a, b) -> a.plus(b, "total"));
  }

  /** Whether no packet was lost on any interface. */
  public boolean isLossless() {
    return interfaces.stream().allMatch(funnel -> funnel.lost() == 0);
  }

  /** The first identity that does not hold. */
  public Optional<String> imbalance() {
    return interfaces.stream().flatMap(funnel -> funnel.imbalance().stream()).findFirst();
  }
}
