// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.path;

import dev.ringtail.bench.ring.ClassicReader.Style;

/**
 * Rows of the matrix in which one thing after the other is changed, from the usual design on. B is
 * A with other flags of the virtual machine; G is Ringtail itself.
 */
enum Row {
  /** Records copied one at a time, reader not pinned. */
  A(Style.COPIED, Row.ANYWHERE),
  /** No copy, positions handed back in batches, reader not pinned. */
  C(Style.IN_PLACE, Row.ANYWHERE),
  /** C, the reader on the CPU that receives. */
  D(Style.IN_PLACE, Row.RECEIVE_CPU),
  /** C, the reader on a CPU of its own. */
  E(Style.IN_PLACE, 1),
  /** C, the receive CPU fixed and the reader left to the scheduler. */
  F(Style.IN_PLACE, Row.ANYWHERE);

  /** The CPU that receives, which the generator chooses. */
  static final int RECEIVE_CPU = 0;

  static final int ANYWHERE = -1;

  final Style style;
  final int readerCpu;

  Row(Style style, int readerCpu) {
    this.style = style;
    this.readerCpu = readerCpu;
  }
}
