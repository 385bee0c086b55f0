// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.Ethtool;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.SetKey;
import dev.ringtail.filter.SetType;
import java.util.List;
import java.util.Optional;

/** What can be wrong with a filter only where it runs. Each answer is a sentence for people. */
public final class FilterChecks {
  private FilterChecks() {}

  /** Why a filter that asks for VLAN tags would not see those of its packets. */
  static Optional<String> hiddenTags(CompiledFilter filter, List<CapturedInterface> interfaces) {
    if (!filter.asksVlan()) {
      return Optional.empty();
    }
    return interfaces.stream()
        .map(CapturedInterface::name)
        .filter(Ethtool::hidesVlanTags)
        .findFirst()
        .map(FilterChecks::hidden);
  }

  private static String hidden(String networkInterface) {
    return "the filter asks for VLAN tags, and %1$s takes them out of packets before XDP sees them; turn that off: ethtool -K %1$s rxvlan off"
        .formatted(networkInterface);
  }

  /** Whether a filter asks a set of that name. */
  public static boolean asks(CompiledFilter filter, String set) {
    return filter.sets().stream().anyMatch(use -> use.name().equals(set));
  }

  /**
   * Why an element of a set can never be found by a filter that asks the set: a port among
   * addresses. Addresses of the family that the filter does not ask for are fine.
   */
  public static Optional<String> misfit(CompiledFilter filter, String set, List<SetKey> elements) {
    List<Kind> asked =
        filter.sets().stream()
            .filter(use -> use.name().equals(set))
            .map(use -> Kind.of(use.type()))
            .toList();
    return elements.stream()
        .filter(element -> !asked.isEmpty() && !asked.contains(Kind.of(element.type())))
        .findFirst()
        .map(
            element ->
                "%s is %s, and the filter looks in @%s for %s"
                    .formatted(element, Kind.of(element.type()).one, set, asked.getFirst().many));
  }

  /** What people put into a set. */
  private enum Kind {
    NUMBER("a number", "numbers"),
    MAC("a MAC address", "MAC addresses"),
    ADDRESS("an IP address", "IP addresses");

    private final String one;
    private final String many;

    Kind(String one, String many) {
      this.one = one;
      this.many = many;
    }

    static Kind of(SetType type) {
      return switch (type) {
        case NUMBER -> NUMBER;
        case MAC -> MAC;
        case IPV4, IPV6 -> ADDRESS;
      };
    }
  }
}
