// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Numbers as people read them. */
final class Words {
  private static final double MIB = 1 << 20;

  private Words() {}

  static String count(long packets) {
    return String.format(Locale.ROOT, "%,d packets", packets);
  }

  static String rate(double perSecond, String what) {
    return String.format(Locale.ROOT, "%,.0f %s/s", perSecond, what);
  }

  static String mib(double bytes) {
    return String.format(Locale.ROOT, "%,.1f MiB", bytes / MIB);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** {@code CPU 3} or {@code CPUs 3, 5}. */
  static String cpus(Collection<Observation.Cpu> cpus) {
    return (cpus.size() == 1 ? "CPU " : "CPUs ")
        + cpus.stream().map(cpu -> "" + cpu.number()).collect(Collectors.joining(", "));
  }
}
