// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

/** The filter would make more code than a program may have. */
public final class TooLargeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TooLargeException() {
    super("the filter makes too large a program; use fewer \"//\", repeats or labels");
  }
}
