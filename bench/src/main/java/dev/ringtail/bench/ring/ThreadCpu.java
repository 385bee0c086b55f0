// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of threads, as the scheduler counts it ({@code /proc/PID/task/TID/schedstat}). */
final class ThreadCpu {
  /** What the kernel keeps of a thread's name. */
  private static final int COMM_LENGTH = 15;

  private ThreadCpu() {}

  /**
   * @param name of the threads; the kernel knows its first 15 characters
   * @return nanoseconds of all threads of that name together
   */
  static long ns(long pid, String name) {
    String comm = name.substring(0, Math.min(COMM_LENGTH, name.length()));
    long sum = 0;
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path task : tasks) {
        if (Files.readString(task.resolve("comm")).strip().equals(comm)) {
          sum += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("threads of process " + pid + " cannot be read", e);
    }
    return sum;
  }
}
