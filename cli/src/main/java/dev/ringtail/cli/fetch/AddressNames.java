// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.pcapng.NameResolution;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Name resolution blocks of what a cluster calls its addresses. */
public final class AddressNames {
  private static final int ENTRIES_PER_BLOCK = 500;

  private AddressNames() {}

  /**
   * @param names by address, an IPv4 or IPv6 one in its written form
   */
  public static List<NameResolution> blocks(Map<String, Set<String>> names) {
    Map<InetAddress, Set<String>> parsed = new LinkedHashMap<>();
    names.forEach((address, known) -> parsed.put(parse(address), known));
    List<NameResolution.Entry> entries =
        parsed.entrySet().stream()
            .map(entry -> new NameResolution.Entry(entry.getKey(), List.copyOf(entry.getValue())))
            .toList();
    List<NameResolution> blocks = new ArrayList<>();
    for (int from = 0; from < entries.size(); from += ENTRIES_PER_BLOCK) {
      int to = Math.min(entries.size(), from + ENTRIES_PER_BLOCK);
      blocks.add(new NameResolution(entries.subList(from, to)));
    }
    return blocks;
  }

  private static InetAddress parse(String address) {
    try {
      return InetAddress.ofLiteral(address);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("the cluster gave %s as an address".formatted(address), e);
    }
  }
}
