// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * libpcap's own answer: {@code pcap_offline_filter} over a program it compiled. For packets that
 * are at hand, and to compare with; not thread-safe.
 */
public final class OfflineFilter implements AutoCloseable {
  private static final int LINKTYPE_ETHERNET = 1;
  private static final int LONGEST = 262_144;
  private static final int PROGRAM_BYTES = 16;
  private static final int HEADER_BYTES = 24;
  private static final int HEADER_CAPTURED = 16;
  private static final int HEADER_LENGTH = 20;
  private static final int NETMASK_UNKNOWN = -1;

  private final long pcap;
  private final Memory program = new Memory(PROGRAM_BYTES);
  private final Memory header = new Memory(HEADER_BYTES);
  private final Memory packet = new Memory(LONGEST);

  /** pcap_t *pcap_open_dead(int linktype, int snaplen). */
  private static native long pcap_open_dead(int linkType, int snapLength);

  /**
   * int pcap_compile(pcap_t *p, struct bpf_program *fp, const char *str, int optimize, bpf_u_int32
   * netmask).
   */
  private static native int pcap_compile(
      long pcap, Pointer program, String text, int optimize, int netmask);

  /**
   * int pcap_offline_filter(const struct bpf_program *fp, const struct pcap_pkthdr *h, const u_char
   * *pkt).
   */
  private static native int pcap_offline_filter(Pointer program, Pointer header, Pointer packet);

  /** char *pcap_geterr(pcap_t *p). */
  private static native String pcap_geterr(long pcap);

  /** void pcap_freecode(struct bpf_program *fp). */
  private static native void pcap_freecode(Pointer program);

  /** void pcap_close(pcap_t *p). */
  private static native void pcap_close(long pcap);

  static {
    Native.register(OfflineFilter.class, LibPcap.open());
  }

  /** For packets that begin with an Ethernet header. */
  public OfflineFilter(String text) {
    this(text, LINKTYPE_ETHERNET);
  }

  /**
   * @param text a filter in tcpdump's language, without host names
   * @param dataLinkType a DLT_ number
   * @throws IllegalArgumentException if libpcap refuses it
   */
  public OfflineFilter(String text, int dataLinkType) {
    pcap = pcap_open_dead(dataLinkType, LONGEST);
    if (pcap_compile(pcap, program, text, 1, NETMASK_UNKNOWN) != 0) {
      String why = pcap_geterr(pcap);
      pcap_close(pcap);
      throw new IllegalArgumentException(text + ": " + why);
    }
    header.clear();
  }

  /** Whether the first bytes of an array, as a packet, match; no packet is longer than 262144. */
  public boolean matches(byte[] bytes, int length) {
    packet.write(0, bytes, 0, length);
    header.setInt(HEADER_CAPTURED, length);
    header.setInt(HEADER_LENGTH, length);
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
