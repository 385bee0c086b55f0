// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The process's effective capabilities that matter to captures (capabilities(7)). */
public enum Capabilities {
  /** Attaching to network interfaces. */
  CAP_NET_ADMIN(12),
  /** Kernel addresses and clocks in BPF programs. */
  CAP_PERFMON(38),
  /** Maps and programs. */
  CAP_BPF(39);

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String EFFECTIVE = "CapEff:";
  private static final int HEX = 16;

  private final int bit;

  Capabilities(int bit) {
    this.bit = bit;
  }

  /** Those that the process lacks, in the order above. */
  public static List<Capabilities> missing() {
    long effective = effective();
    return Arrays.stream(values()).filter(one -> (effective >> one.bit & 1) == 0).toList();
  }

  private static long effective() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(EFFECTIVE))
          .map(line -> Long.parseUnsignedLong(line.substring(EFFECTIVE.length()).strip(), HEX))
          .findFirst()
          .orElse(0L);
    } catch (IOException e) {
      return 0;
    }
  }
}
