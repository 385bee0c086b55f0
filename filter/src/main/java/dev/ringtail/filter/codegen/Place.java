// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

/** Where the offset of a layer is kept. */
sealed interface Place {

  /** Known when the program is made. */
  record Constant(int offset) implements Place {}

  /** In R7. */
  record Running() implements Place {}

  /** A 16-bit number on the stack. */
  record Slot(int number) implements Place {}

  /** A 32-bit number on the stack, for the part of a layer that is being looked at. */
  record Part() implements Place {}
}
