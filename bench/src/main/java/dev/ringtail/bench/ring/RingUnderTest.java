// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

/** A program that writes packets into a ring, and a reader that empties it. */
public interface RingUnderTest {
  /** Descriptor of the program, for BPF_PROG_TEST_RUN on the producer's CPU. */
  int program();

  /** Packets in records so far. */
  long written();

  /** Packets for which there was no room so far. */
  long dropped();

  /** Bytes that even the shortest packet takes. */
  int slotBytes();

  /** Waits until the reader has moved everything that is in the ring. */
  void awaitEmpty() throws InterruptedException;

  /** CPU time of the reader so far, nanoseconds. */
  long readerCpuNs();

  /** Ends the reader and frees the memory. */
  void close() throws Exception;
}
