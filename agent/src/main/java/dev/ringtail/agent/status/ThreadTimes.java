// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import dev.ringtail.agent.topology.HostTree;

/**
 * What the scheduler keeps of a thread of this process (proc_pid_task(5)); asking costs the thread
 * nothing.
 *
 * @param cpuSeconds CPU time used
 * @param waitedSeconds time in the run queue, 0 where the kernel does not count it
 * @param lastCpu where it ran last, -1 when not known
 */
public record ThreadTimes(double cpuSeconds, double waitedSeconds, int lastCpu) {
  /** Of a thread that is not there. */
  public static final ThreadTimes UNKNOWN = new ThreadTimes(0, 0, -1);

  private static final double NS_PER_SECOND = 1e9;
  private static final double TICKS_PER_SECOND = 100;

  /** Indices behind the name in {@code stat}, whose fields are counted from 1 and begin with 3. */
  private static final int USER = 14 - 3;

  private static final int SYSTEM = 15 - 3;
  private static final int PROCESSOR = 39 - 3;

  /**
   * @param tid the kernel's number of the thread
   */
  public static ThreadTimes read(HostTree tree, int tid) {
    String folder = "/proc/self/task/" + tid;
    return tree.text(folder + "/stat")
        .map(stat -> parse(stat, tree.text(folder + "/schedstat").orElse("")))
        .orElse(UNKNOWN);
  }

  static ThreadTimes parse(String stat, String schedstat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    int cpu = fields.length > PROCESSOR ? Integer.parseInt(fields[PROCESSOR]) : -1;
    String[] times = schedstat.split(" ");
    return times.length > 1
        ? new ThreadTimes(
            Long.parseLong(times[0]) / NS_PER_SECOND, Long.parseLong(times[1]) / NS_PER_SECOND, cpu)
        : new ThreadTimes(
            (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) / TICKS_PER_SECOND,
            0,
            cpu);
  }
}
