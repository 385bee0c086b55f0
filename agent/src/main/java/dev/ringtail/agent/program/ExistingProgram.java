// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.LibBpf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The XDP program that is attached to an interface.
 *
 * @param id the kernel's number of it
 * @param name as its author called it, cut to 15 characters by the kernel; may be empty
 * @param mode native, generic or offloaded
 */
public record ExistingProgram(int id, String name, String mode) {
  private static final int QUERY_BYTES = 32;
  private static final String[] MODES = {"none", "native", "generic", "offloaded", "multiple"};

  /** Asks the kernel what is attached (libbpf's {@code bpf_xdp_query}). */
  public static Optional<ExistingProgram> on(int ifindex) {
    try (Arena arena = Arena.ofConfined()) {
      // struct bpf_xdp_query_opts: sz, prog_id, drv_prog_id, hw_prog_id, skb_prog_id, attach_mode
      MemorySegment query = arena.allocate(QUERY_BYTES, 8);
      query.set(JAVA_LONG, 0, QUERY_BYTES);
      if (LibBpf.bpf_xdp_query(ifindex, 0, query.address()) != 0) {
        return Optional.empty();
      }
      int mode = query.get(JAVA_INT, 24) & 0xff;
      int id = firstNonZero(query);
      if (mode == 0 || id == 0) {
        return Optional.empty();
      }
      String name = Bpf.programName(id);
      return Optional.of(new ExistingProgram(id, name == null ? "" : name, MODES[mode]));
    }
  }

  private static int firstNonZero(MemorySegment query) {
    for (long offset = 8; offset < 24; offset += Integer.BYTES) {
      int id = query.get(JAVA_INT, offset);
      if (id != 0) {
        return id;
      }
    }
    return 0;
  }

  @Override
  public String toString() {
    return "%d \"%s\" (%s)".formatted(id, name, mode);
  }
}
