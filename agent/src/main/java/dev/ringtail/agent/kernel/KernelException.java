// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import com.sun.jna.Native;
import java.util.Map;

/**
 * A call that the kernel refused, with its error number. The message is one sentence for people.
 */
public class KernelException extends RuntimeException {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EINTR = 4;
  public static final int E2BIG = 7;
  public static final int EBADF = 9;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int ENODEV = 19;
  public static final int EINVAL = 22;
  public static final int ENOSPC = 28;
  public static final int ERANGE = 34;
  public static final int ENOSYS = 38;
  public static final int EOPNOTSUPP = 95;

  private static final long serialVersionUID = 1L;
  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(EPERM, "EPERM"),
          Map.entry(ENOENT, "ENOENT"),
          Map.entry(EINTR, "EINTR"),
          Map.entry(E2BIG, "E2BIG"),
          Map.entry(EBADF, "EBADF"),
          Map.entry(ENOMEM, "ENOMEM"),
          Map.entry(EACCES, "EACCES"),
          Map.entry(EBUSY, "EBUSY"),
          Map.entry(EEXIST, "EEXIST"),
          Map.entry(ENODEV, "ENODEV"),
          Map.entry(EINVAL, "EINVAL"),
          Map.entry(ENOSPC, "ENOSPC"),
          Map.entry(ERANGE, "ERANGE"),
          Map.entry(ENOSYS, "ENOSYS"),
          Map.entry(EOPNOTSUPP, "EOPNOTSUPP"));

  private final int errno;

  /**
   * @param what the thing and what was tried, as the start of a sentence
   * @param errno the error number, positive
   */
  public KernelException(String what, int errno) {
    super(what + ": " + describe(errno));
    this.errno = errno;
  }

  /** The failure of the last libc call on this thread. */
  public static KernelException last(String what) {
    return new KernelException(what, Native.getLastError());
  }

  /** Error number and its words, such as {@code EBUSY (Device or resource busy)}. */
  public static String describe(int errno) {
    String words = LibC.strerror(errno);
    String name = NAMES.getOrDefault(errno, "error " + errno);
    return name + " (" + words + ")";
  }

  public int errno() {
    return errno;
  }

  /** Answers {@code result} unless it is negative, which is thrown as the last error. */
  public static int check(int result, String what) {
    if (result < 0) {
      throw last(what);
    }
    return result;
  }
}
