// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;

/** How a translated program sees the packet. */
interface ClassicLoads {

  /** dst = bytes at a constant offset; to outside if the packet has not all of them. */
  void read(Register dst, long offset, Width width, Label outside);

  /** dst = bytes at the offset in R2; to outside if the packet has not all of them. */
  void readAtR2(Register dst, Width width, Label outside);

  /** dst = length of the packet. */
  void length(Register dst);
}
