// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;

/**
 * The few calls of libpcap that compile a filter. One caller at a time: old versions of it share
 * state.
 */
final class LibPcap {

  /** Names that distributions give the library: Debian's and upstream's. */
  private static final List<String> NAMES = List.of("libpcap.so.0.8", "libpcap.so.1");

  private static final int PROGRAM_BYTES = 16;
  private static final int PROGRAM_INSTRUCTIONS = 8;
  private static final int INSTRUCTION_BYTES = 8;
  private static final int OPTIMIZE = 1;
  private static final int NETMASK_UNKNOWN = -1;

  private LibPcap() {}

  /** Why libpcap refused a filter, in its own words. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** pcap_t *pcap_open_dead(int linktype, int snaplen). */
  private static native long pcap_open_dead(int linkType, int snapLength);

  /**
   * int pcap_compile(pcap_t *p, struct bpf_program *fp, const char *str, int optimize, bpf_u_int32
   * netmask).
   */
  private static native int pcap_compile(
      long pcap, Pointer program, String text, int optimize, int netmask);

  /** void pcap_freecode(struct bpf_program *fp). */
  private static native void pcap_freecode(Pointer program);

  /** char *pcap_geterr(pcap_t *p). */
  private static native String pcap_geterr(long pcap);

  /** void pcap_close(pcap_t *p). */
  private static native void pcap_close(long pcap);

  static {
    Native.register(LibPcap.class, open());
  }

  /** The library, by whatever name it has here. */
  static NativeLibrary open() {
    UnsatisfiedLinkError last = null;
    for (String name : NAMES) {
      try {
        return NativeLibrary.getInstance(name);
      } catch (UnsatisfiedLinkError e) {
        last = e;
      }
    }
    UnsatisfiedLinkError missing =
        new UnsatisfiedLinkError(
            "libpcap is not installed (tried %s); install libpcap0.8 (Debian, Ubuntu) or libpcap"
                .formatted(String.join(", ", NAMES)));
    missing.initCause(last);
    throw missing;
  }

  /**
   * Compiles a filter with the optimizer on.
   *
   * @param dataLinkType a DLT_ number
   * @param snapLength what the program returns for a match
   * @throws RefusedException if the text is no filter; the message is libpcap's
   */
  static synchronized List<ClassicInstruction> compile(
      String text, int dataLinkType, int snapLength) throws RefusedException {
    long pcap = pcap_open_dead(dataLinkType, snapLength);
    if (pcap == 0) {
      throw new IllegalStateException("pcap_open_dead failed: out of memory");
    }
    try (Memory program = new Memory(PROGRAM_BYTES)) {
      program.clear();
      if (pcap_compile(pcap, program, text, OPTIMIZE, NETMASK_UNKNOWN) != 0) {
        throw new RefusedException(pcap_geterr(pcap));
      }
      try {
        return instructions(program);
      } finally {
        pcap_freecode(program);
      }
    } finally {
      pcap_close(pcap);
    }
  }

  private static List<ClassicInstruction> instructions(Pointer program) {
    int count = program.getInt(0);
    Pointer first = program.getPointer(PROGRAM_INSTRUCTIONS);
    List<ClassicInstruction> instructions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long at = (long) i * INSTRUCTION_BYTES;
      instructions.add(
          new ClassicInstruction(
              Short.toUnsignedInt(first.getShort(at)),
              Byte.toUnsignedInt(first.getByte(at + 2)),
              Byte.toUnsignedInt(first.getByte(at + 3)),
              first.getInt(at + 4)));
    }
    return instructions;
  }
}
