// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;

/** The packet as it lies in memory. */
record PlainLoads(PacketReader packet) implements ClassicLoads {

  @Override
  public void read(Register dst, long offset, Width width, Label outside) {
    packet.read(dst, offset, width, outside);
  }

  @Override
  public void readAtR2(Register dst, Width width, Label outside) {
    packet.readAt(dst, Register.R2, width, outside);
  }

  @Override
  public void length(Register dst) {
    packet.length(dst);
  }
}
