// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.text;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;

/** What a process prints to. */
enum Descriptor {
  OUTPUT(1),
  ERROR(2);

  private final int number;

  Descriptor(int number) {
    this.number = number;
  }

  /**
   * Asks {@code isatty(3)}: the JDK's Console knows only whether input and output are both on a
   * terminal, so that {@code 2>log} would fill the log with colours.
   */
  @SuppressWarnings("restricted")
  boolean isTerminal() {
    Linker linker = Linker.nativeLinker();
    try {
      return (int)
              linker
                  .downcallHandle(
                      linker.defaultLookup().findOrThrow("isatty"),
                      FunctionDescriptor.of(JAVA_INT, JAVA_INT))
                  .invokeExact(number)
          == 1;
    } catch (Throwable e) {
      throw new IllegalStateException("isatty cannot be called", e);
    }
  }
}
