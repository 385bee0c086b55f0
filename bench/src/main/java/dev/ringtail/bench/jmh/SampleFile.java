// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.jmh;

import dev.ringtail.pcapng.EnhancedPacket;
import dev.ringtail.pcapng.InterfaceDescription;
import dev.ringtail.pcapng.Prelude;
import dev.ringtail.pcapng.SectionHeader;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Capture files as the benchmarks read them: one interface, packets of 60 to 1514 bytes. */
final class SampleFile {
  static final SectionHeader SECTION = new SectionHeader("x86_64", "Linux", "bench", "");
  private static final int[] LENGTHS = {60, 60, 60, 590, 1514};
  private static final int LINKTYPE_ETHERNET = 1;
  private static final int SNAP_LENGTH = 262144;

  private SampleFile() {}

  static byte[] prelude() {
    return Prelude.encode(
        SECTION, List.of(InterfaceDescription.of(LINKTYPE_ETHERNET, SNAP_LENGTH, "eth0")));
  }

  /** Packets whose times are {@code first}, {@code first + step}, and so on. */
  static byte[] packets(int count, long firstNs, long stepNs) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      out.writeBytes(
          EnhancedPacket.whole(0, firstNs + i * stepNs, new byte[LENGTHS[i % LENGTHS.length]])
              .encode());
    }
    return out.toByteArray();
  }
}
