// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.topology.ControlGroups;
import dev.ringtail.agent.topology.HostTree;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How much memory this process may have.
 *
 * @param groupBytes the least limit of its control groups, version 1 or 2; empty without one
 * @param availableBytes what the node can give without swapping ({@code MemAvailable}); empty when
 *     it does not say
 */
record MemoryLimit(OptionalLong groupBytes, OptionalLong availableBytes) {
  /** Version 1 writes "no limit" as the largest multiple of a page. */
  private static final long UNLIMITED = Long.MAX_VALUE - (1 << 16);

  private static final String AVAILABLE = "MemAvailable:";

  static MemoryLimit read(HostTree tree) {
    ControlGroups groups = ControlGroups.read(tree);
    LongStream limits =
        Stream.concat(
                files(groups.ofVersionTwo(), "/memory.max"),
                files(groups.ofVersionOne("memory"), "/memory.limit_in_bytes"))
            .flatMapToLong(file -> tree.number(file).stream());
    return new MemoryLimit(limits.filter(bytes -> bytes < UNLIMITED).min(), available(tree));
  }

  private static Stream<String> files(List<String> folders, String name) {
    return folders.stream().map(folder -> folder + name);
  }

  private static OptionalLong available(HostTree tree) {
    return tree.text("/proc/meminfo").stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(AVAILABLE))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .findFirst();
  }
}
