// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** libpcap's own answer: {@code pcap_offline_filter} over a program it compiled. */
public final class OfflineFilter implements AutoCloseable {

  private final long pcap;
  private final Memory program = new Memory(16);
  private final Memory header = new Memory(24);
  private final Memory packet = new Memory(64 << 10);

  private static native long pcap_open_dead(int linkType, int snapLength);

  private static native int pcap_compile(
      long pcap, Pointer program, String text, int optimize, int netmask);

  private static native int pcap_offline_filter(Pointer program, Pointer header, Pointer packet);

  private static native String pcap_geterr(long pcap);

  private static native void pcap_freecode(Pointer program);

  private static native void pcap_close(long pcap);

  static {
    Native.register(OfflineFilter.class, "libpcap.so.0.8");
  }

  public OfflineFilter(String text) {
    this(text, 1);
  }

  public OfflineFilter(String text, int dataLinkType) {
    pcap = pcap_open_dead(dataLinkType, 262144);
    if (pcap_compile(pcap, program, text, 1, -1) != 0) {
      String why = pcap_geterr(pcap);
      pcap_close(pcap);
      throw new IllegalArgumentException(text + ": " + why);
    }
    header.clear();
  }

  public boolean matches(byte[] bytes, int length) {
    packet.write(0, bytes, 0, length);
    header.setInt(16, length);
    header.setInt(20, length);
    return pcap_offline_filter(program, header, packet) != 0;
  }

  @Override
  public void close() {
    pcap_freecode(program);
    pcap_close(pcap);
    program.close();
    header.close();
    packet.close();
  }
}
