// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.Ethtool;
import dev.ringtail.agent.program.HiddenTags;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.SetKey;
import dev.ringtail.filter.SetType;
import java.util.List;
import java.util.Optional;

/** What can be wrong with a filter only where it runs. Each answer is a sentence for people. */
public final class FilterChecks {
  private FilterChecks() {}

  /**
   * Why a filter that asks for VLAN tags would not see those of its packets.
   *
   * @param atXdp names of the interfaces that are captured at XDP
   */
  static Optional<String> hiddenTags(CompiledFilter filter, List<String> atXdp) {
    if (!filter.asksVlan()) {
      return Optional.empty();
    }
    return atXdp.stream().filter(Ethtool::hidesVlanTags).findFirst().map(HiddenTags::sentence);
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
