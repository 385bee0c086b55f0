// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.sun.jna.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * bpf(2), for what libbpf does not do or does with more ceremony. The attribute offsets are those
 * of {@code union bpf_attr} in the kernel's {@code include/uapi/linux/bpf.h}.
 */
public final class Bpf {
  public static final int MAP_TYPE_HASH = 1;
  public static final int MAP_TYPE_ARRAY = 2;
  public static final int MAP_TYPE_LPM_TRIE = 11;
  public static final int MAP_TYPE_RINGBUF = 27;
  public static final int MAP_TYPE_ARRAY_OF_MAPS = 12;
  public static final int MAP_FLAG_NO_PREALLOC = 1;
  public static final int MAP_FLAG_MMAPABLE = 1 << 10;
  public static final int PROG_TYPE_SCHED_CLS = 3;
  public static final int PROG_TYPE_XDP = 6;
  public static final int ATTACH_TYPE_NONE = 0;
  public static final int ATTACH_TYPE_XDP = 37;
  public static final int ATTACH_TYPE_TCX_INGRESS = 46;
  public static final int ATTACH_TYPE_TCX_EGRESS = 47;
  public static final int PROG_FLAG_XDP_HAS_FRAGS = 1 << 5;
  public static final int XDP_FLAGS_SKB_MODE = 1 << 1;
  public static final int XDP_FLAGS_DRV_MODE = 1 << 2;

  /** For {@link #createLink} at tcx: before all programs that are there. */
  public static final int FLAG_BEFORE = 1 << 3;

  private static final long SYS_BPF = "aarch64".equals(System.getProperty("os.arch")) ? 280 : 321;
  private static final int MAP_CREATE = 0;
  private static final int MAP_UPDATE_ELEM = 2;
  private static final int MAP_DELETE_ELEM = 3;
  private static final int MAP_GET_NEXT_KEY = 4;
  private static final int PROG_LOAD = 5;
  private static final int PROG_TEST_RUN = 10;
  private static final int PROG_GET_FD_BY_ID = 13;
  private static final int OBJ_GET_INFO_BY_FD = 15;
  private static final int LINK_CREATE = 28;
  private static final int ATTR_BYTES = 160;
  private static final int LOG_BYTES = 1 << 20;
  private static final int PROG_INFO_BYTES = 256;
  private static final int LINK_INFO_BYTES = 64;
  private static final int NAME_BYTES = 16;

  private Bpf() {}

  private static int call(int command, MemorySegment attr) {
    return (int) LibC.syscall(SYS_BPF, command, attr.address(), ATTR_BYTES, 0, 0, 0);
  }

  private static MemorySegment attr(Arena arena) {
    return arena.allocate(ATTR_BYTES, 8);
  }

  /**
   * @param name at most 15 characters
   * @throws KernelException when the kernel refuses, ENOMEM if the memory cgroup is too small
   */
  public static int createMap(
      int type, String name, int keyBytes, int valueBytes, int entries, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, type);
      attr.set(JAVA_INT, 4, keyBytes);
      attr.set(JAVA_INT, 8, valueBytes);
      attr.set(JAVA_INT, 12, entries);
      attr.set(JAVA_INT, 16, flags);
      putName(attr, 28, name);
      return KernelException.check(call(MAP_CREATE, attr), "cannot create BPF map " + name);
    }
  }

  /** {@link #createMap} for an ARRAY_OF_MAPS whose elements are like {@code innerMap}. */
  public static int createArrayOfMaps(String name, int innerMap, int entries) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, MAP_TYPE_ARRAY_OF_MAPS);
      attr.set(JAVA_INT, 4, Integer.BYTES);
      attr.set(JAVA_INT, 8, Integer.BYTES);
      attr.set(JAVA_INT, 12, entries);
      attr.set(JAVA_INT, 20, innerMap);
      putName(attr, 28, name);
      return KernelException.check(call(MAP_CREATE, attr), "cannot create BPF map " + name);
    }
  }

  /** Stores {@code value} under {@code key}, over what was there. */
  public static void updateMap(int map, MemorySegment key, MemorySegment value, String what) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, map);
      attr.set(JAVA_LONG, 8, key.address());
      attr.set(JAVA_LONG, 16, value.address());
      KernelException.check(call(MAP_UPDATE_ELEM, attr), "cannot store " + what);
    }
  }

  /** {@link #updateMap} for the usual case of 32-bit keys and values. */
  public static void updateMap(int map, int key, int value, String what) {
    try (Arena arena = Arena.ofConfined()) {
      updateMap(map, arena.allocateFrom(JAVA_INT, key), arena.allocateFrom(JAVA_INT, value), what);
    }
  }

  /** Removes {@code key}; answers whether it was there. */
  public static boolean deleteFromMap(int map, MemorySegment key, String what) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, map);
      attr.set(JAVA_LONG, 8, key.address());
      return found(call(MAP_DELETE_ELEM, attr), "cannot remove " + what);
    }
  }

  /**
   * The key after {@code key}, or the first one for {@link MemorySegment#NULL}, into {@code next},
   * which may be {@code key} itself.
   *
   * @return false at the end
   */
  public static boolean nextKey(int map, MemorySegment key, MemorySegment next, String what) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, map);
      attr.set(JAVA_LONG, 8, key.address());
      attr.set(JAVA_LONG, 16, next.address());
      return found(call(MAP_GET_NEXT_KEY, attr), "cannot list " + what);
    }
  }

  private static boolean found(int result, String what) {
    if (result == 0) {
      return true;
    }
    if (Native.getLastError() == KernelException.ENOENT) {
      return false;
    }
    throw KernelException.last(what);
  }

  /**
   * Loads a program from raw instructions.
   *
   * @param instructions 8 bytes each, in the machine's byte order
   * @throws KernelException with the end of the verifier's log
   */
  public static int loadProgram(
      int type, int expectedAttachType, int flags, String name, byte[] instructions) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      MemorySegment code = arena.allocate(instructions.length, 8);
      MemorySegment.copy(instructions, 0, code, JAVA_BYTE, 0, instructions.length);
      attr.set(JAVA_INT, 0, type);
      attr.set(JAVA_INT, 4, instructions.length / 8);
      attr.set(JAVA_LONG, 8, code.address());
      attr.set(JAVA_LONG, 16, arena.allocateFrom("Dual BSD/GPL").address());
      attr.set(JAVA_INT, 44, flags);
      putName(attr, 48, name);
      attr.set(JAVA_INT, 68, expectedAttachType);
      int fd = call(PROG_LOAD, attr);
      if (fd >= 0) {
        return fd;
      }
      int errno = Native.getLastError();
      MemorySegment log = arena.allocate(LOG_BYTES);
      attr.set(JAVA_INT, 24, 1);
      attr.set(JAVA_INT, 28, LOG_BYTES);
      attr.set(JAVA_LONG, 32, log.address());
      fd = call(PROG_LOAD, attr);
      if (fd >= 0) {
        return fd;
      }
      throw new KernelException(
          "the kernel does not load program " + name + ": " + lastLine(log.getString(0)), errno);
    }
  }

  /**
   * Attaches a program to an interface; closing the descriptor, or the death of the process,
   * detaches it.
   *
   * @param flags {@link #XDP_FLAGS_DRV_MODE} or {@link #XDP_FLAGS_SKB_MODE}, or {@link
   *     #FLAG_BEFORE}
   */
  public static int createLink(int program, int ifindex, int attachType, int flags, String what) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, program);
      attr.set(JAVA_INT, 4, ifindex);
      attr.set(JAVA_INT, 8, attachType);
      attr.set(JAVA_INT, 12, flags);
      return KernelException.check(call(LINK_CREATE, attr), what);
    }
  }

  /**
   * Runs a program {@code repeat} times on one packet (BPF_PROG_TEST_RUN).
   *
   * @return the verdict in the upper, nanoseconds per run in the lower 32 bits
   */
  public static long testRun(int program, MemorySegment packet, int repeat) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, program);
      attr.set(JAVA_INT, 8, (int) packet.byteSize());
      attr.set(JAVA_LONG, 16, packet.address());
      attr.set(JAVA_INT, 32, repeat);
      KernelException.check(call(PROG_TEST_RUN, attr), "cannot run the program on a test packet");
      return (long) attr.get(JAVA_INT, 4) << 32 | Integer.toUnsignedLong(attr.get(JAVA_INT, 36));
    }
  }

  /** Name of the program with this id, or null if it is gone or has none. */
  public static String programName(int id) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = attr(arena);
      attr.set(JAVA_INT, 0, id);
      int fd = call(PROG_GET_FD_BY_ID, attr);
      if (fd < 0) {
        return null;
      }
      try {
        String name = programInfo(arena, fd).getString(64, StandardCharsets.US_ASCII);
        return name.isEmpty() ? null : name;
      } finally {
        LibC.close(fd);
      }
    }
  }

  /** The kernel's tag of a loaded program: 16 hexadecimal digits over its instructions. */
  public static String programTag(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = programInfo(arena, fd);
      StringBuilder tag = new StringBuilder(16);
      for (int i = 0; i < 8; i++) {
        tag.append("%02x".formatted(info.get(JAVA_BYTE, 8 + i)));
      }
      return tag.toString();
    }
  }

  /** Instructions that the verifier looked at when it took the program. */
  public static int verifiedInstructions(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      return programInfo(arena, fd).get(JAVA_INT, 216);
    }
  }

  private static MemorySegment programInfo(Arena arena, int fd) {
    return info(arena, fd, PROG_INFO_BYTES, "cannot ask for a program's name");
  }

  private static MemorySegment info(Arena arena, int fd, int bytes, String what) {
    MemorySegment info = arena.allocate(bytes, 8);
    MemorySegment attr = attr(arena);
    attr.set(JAVA_INT, 0, fd);
    attr.set(JAVA_INT, 4, bytes);
    attr.set(JAVA_LONG, 8, info.address());
    KernelException.check(call(OBJ_GET_INFO_BY_FD, attr), what);
    return info;
  }

  /** The ifindex to which a link of XDP or tcx is attached; 0 once that interface has gone. */
  public static int linkInterface(int link) {
    try (Arena arena = Arena.ofConfined()) {
      return info(arena, link, LINK_INFO_BYTES, "cannot ask where a link is attached")
          .get(JAVA_INT, 16);
    }
  }

  private static void putName(MemorySegment attr, long offset, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    int length = Math.min(bytes.length, NAME_BYTES - 1);
    MemorySegment.copy(bytes, 0, attr, JAVA_BYTE, offset, length);
  }

  private static String lastLine(String log) {
    String[] lines = log.strip().split("\n");
    for (int i = lines.length - 1; i >= 0; i--) {
      if (!lines[i].startsWith("processed ")) {
        return lines[i];
      }
    }
    return "no reason given";
  }
}
