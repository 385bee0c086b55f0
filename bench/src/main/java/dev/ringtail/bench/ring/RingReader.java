// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

/** Something that empties a Ringtail ring into files. */
interface RingReader {
  /** CPU time so far, nanoseconds. */
  long cpuNs();

  /** Ends the reader and frees the memory. */
  void close() throws Exception;
}
