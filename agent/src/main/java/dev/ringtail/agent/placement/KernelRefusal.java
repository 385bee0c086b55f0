// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/**
 * Why the kernel did not take a value.
 *
 * @param errno symbolic name, such as EIO; empty when unknown
 * @param words the kernel's words
 */
record KernelRefusal(String errno, String words) {
  // Java tells the text of strerror(3) only.
  private static final Map<String, String> ERRNO =
      Map.of(
          "Input/output error", "EIO",
          "Operation not permitted", "EPERM",
          "Permission denied", "EACCES",
          "Read-only file system", "EROFS",
          "Invalid argument", "EINVAL",
          "No space left on device", "ENOSPC",
          "No such file or directory", "ENOENT",
          "Is a directory", "EISDIR",
          "Device or resource busy", "EBUSY",
          "Value too large for defined data type", "EOVERFLOW");

  static KernelRefusal of(IOException e) {
    String words =
        switch (e) {
          case AccessDeniedException _ -> "Permission denied";
          case NoSuchFileException _ -> "No such file or directory";
          case FileSystemException file when file.getReason() != null -> file.getReason();
          default -> String.valueOf(e.getMessage());
        };
    return new KernelRefusal(ERRNO.getOrDefault(words, ""), words);
  }

  /**
   * Whether this is how the kernel answers for interrupts it manages itself: EIO up to 6.11, EPERM
   * later.
   */
  boolean managed() {
    return errno.equals("EIO") || errno.equals("EPERM");
  }

  /** Name and words. */
  String text() {
    return errno.isEmpty() ? words : errno + ": " + words;
  }
}
