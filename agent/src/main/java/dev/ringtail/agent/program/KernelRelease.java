// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel's version.
 *
 * @param text as {@code uname -r} gives it
 * @param major first number
 * @param minor second number
 */
public record KernelRelease(String text, int major, int minor) {
  private static final int LEAST_MAJOR = 6;
  private static final int LEAST_MINOR = 1;
  private static final int LEAST_MINOR_WITH_TCX = 6;
  private static final Pattern FORM = Pattern.compile("(\\d+)\\.(\\d+).*");

  /** The running kernel's, from uname(2). */
  public static KernelRelease running() {
    return parse(System.getProperty("os.version"));
  }

  /** Reads {@code 6.1.0-44-amd64}; a text without two numbers counts as version 0.0. */
  public static KernelRelease parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? new KernelRelease(
            text, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
        : new KernelRelease(text, 0, 0);
  }

  /** Whether it has all that Ringtail needs: 6.1, for bpf_ktime_get_tai_ns. */
  public boolean isSupported() {
    return major > LEAST_MAJOR || major == LEAST_MAJOR && minor >= LEAST_MINOR;
  }

  /** Whether programs attach to tc by links, which go with their process: 6.6. */
  public boolean hasTcx() {
    return major > LEAST_MAJOR || major == LEAST_MAJOR && minor >= LEAST_MINOR_WITH_TCX;
  }

  /** Whether the running kernel is PREEMPT_RT. */
  public static boolean isRealTime() {
    try {
      return Files.readString(Path.of("/sys/kernel/realtime")).strip().equals("1");
    } catch (IOException e) {
      return false;
    }
  }
}
