// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

/**
 * What one run of packets came to.
 *
 * @param offered packets that met the program
 * @param written packets in records, all of which the reader has moved by now
 * @param dropped packets for which there was no room
 * @param seconds that the producer took
 * @param producerNs of the producer per packet, without what other processes took from it
 * @param readerCpuNs CPU time of the reading thread or process, until the ring was empty
 */
record Trial(
    long offered, long written, long dropped, double seconds, double producerNs, long readerCpuNs) {

  boolean isLossless() {
    return dropped == 0;
  }

  /** Packets per second that reached the file. */
  double rate() {
    return written / seconds;
  }
}
