// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.TaiClock;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Whether timestamps of this node can be compared with those of others. */
final class ClockCheck {
  private static final String NAME = "clock";
  private static final List<String> KEEPERS =
      List.of("chronyd", "ntpd", "systemd-timesyncd", "ptp4l", "phc2sys", "timemaster");

  private ClockCheck() {}

  static Check now() {
    try {
      return of(TaiClock.isSynchronized(), TaiClock.offsetNs(), keepers());
    } catch (KernelException e) {
      return Check.limited(Check.NODE, NAME, e.getMessage(), "allow adjtimex(2) to this process");
    }
  }

  /**
   * @param keepers programs seen that set the clock
   */
  static Check of(boolean inStep, long taiOffsetNs, Collection<String> keepers) {
    String seen = keepers.isEmpty() ? "" : ", kept by " + String.join(" and ", keepers);
    String tai = ", TAI is ahead by " + taiOffsetNs / 1_000_000_000 + " s";
    return inStep
        ? Check.ok(Check.NODE, NAME, "synchronized" + seen + tai)
        : Check.limited(
            Check.NODE,
            NAME,
            "not synchronized" + seen + tai,
            "run chrony or PTP on the node; until then its times cannot be compared with other nodes'");
  }

  /** Those among the processes that this one can see, each once. */
  private static Collection<String> keepers() {
    TreeSet<String> seen = new TreeSet<>();
    ProcessHandle.allProcesses()
        .flatMap(process -> process.info().command().stream())
        .map(command -> Path.of(command).getFileName().toString())
        .filter(KEEPERS::contains)
        .forEach(seen::add);
    return seen;
  }
}
