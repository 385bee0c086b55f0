// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.kernel;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.nio.charset.StandardCharsets;

/** {@code bpf(2)} for tests; descriptors are closed by their owner with {@link #close}. */
public final class Bpf {

  static final int MAP_TYPE_HASH = 1;
  static final int MAP_TYPE_ARRAY = 2;
  static final int MAP_TYPE_PROG_ARRAY = 3;
  static final int MAP_TYPE_LPM_TRIE = 11;
  static final int MAP_FLAG_NO_PREALLOC = 1;
  static final int PROG_TYPE_SCHED_CLS = 3;
  static final int PROG_TYPE_XDP = 6;
  static final int ATTACH_XDP = 37;
  static final int XDP_HAS_FRAGS = 1 << 5;

  private static final int MAP_CREATE = 0;
  private static final int MAP_LOOKUP = 1;
  private static final int MAP_UPDATE = 2;
  private static final int PROG_LOAD = 5;
  private static final int PROG_TEST_RUN = 10;
  private static final int ATTR_BYTES = 128;
  private static final int LOG_BYTES = 16 << 20;
  private static final long SYS_BPF = System.getProperty("os.arch").equals("aarch64") ? 280 : 321;

  private Bpf() {}

  /** long syscall(long number, ...). */
  private static native long syscall(long number, int command, Memory attributes, int size);

  /** int close(int fd). */
  public static native int close(int fd);

  static {
    Native.register(Bpf.class, "c");
  }

  /** A refusal by the kernel, with the verifier's log if there is one. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  static int createMap(int type, int keySize, int valueSize, int entries, int flags) {
    try (Memory attr = attributes()) {
      attr.setInt(0, type);
      attr.setInt(4, keySize);
      attr.setInt(8, valueSize);
      attr.setInt(12, entries);
      attr.setInt(16, flags);
      return (int) call(MAP_CREATE, attr, "map create");
    }
  }

  static void update(int map, byte[] key, byte[] value) {
    try (Memory attr = attributes();
        Memory k = copy(key);
        Memory v = copy(value)) {
      element(attr, map, k, v);
      call(MAP_UPDATE, attr, "map update");
    }
  }

  static byte[] lookup(int map, byte[] key, int valueSize) {
    try (Memory attr = attributes();
        Memory k = copy(key);
        Memory v = new Memory(valueSize)) {
      element(attr, map, k, v);
      call(MAP_LOOKUP, attr, "map lookup");
      return v.getByteArray(0, valueSize);
    }
  }

  private static void element(Memory attr, int map, Memory key, Memory value) {
    attr.setInt(0, map);
    attr.setPointer(8, key);
    attr.setPointer(16, value);
  }

  /** A program and what the verifier said about it. */
  record Loaded(int fd, String log) {}

  /**
   * Loads a program.
   *
   * @param logLevel 0 for the log of a refusal only, 4 for statistics of a success too
   */
  static Loaded load(int type, int attachType, int flags, byte[] instructions, int logLevel) {
    try (Memory attr = attributes();
        Memory code = copy(instructions);
        Memory license = copy("GPL\0".getBytes(StandardCharsets.US_ASCII))) {
      attr.setInt(0, type);
      attr.setInt(4, instructions.length / 8);
      attr.setPointer(8, code);
      attr.setPointer(16, license);
      attr.setInt(44, flags);
      attr.setInt(68, attachType);
      if (logLevel == 0) {
        long fd = syscall(SYS_BPF, PROG_LOAD, attr, ATTR_BYTES);
        if (fd >= 0) {
          return new Loaded((int) fd, "");
        }
      }
      return loadWithLog(attr, Math.max(1, logLevel));
    }
  }

  private static Loaded loadWithLog(Memory attr, int logLevel) {
    try (Memory log = new Memory(LOG_BYTES)) {
      log.setByte(0, (byte) 0);
      attr.setInt(24, logLevel);
      attr.setInt(28, LOG_BYTES);
      attr.setPointer(32, log);
      long fd = syscall(SYS_BPF, PROG_LOAD, attr, ATTR_BYTES);
      int errno = Native.getLastError();
      String said = log.getString(0);
      if (fd < 0) {
        String tail = said.length() > 12000 ? said.substring(said.length() - 12000) : said;
        throw new RefusedException("program refused with errno " + errno + "\n" + tail);
      }
      return new Loaded((int) fd, said);
    }
  }

  /** What a program returned, and how long it took on average. */
  record Run(int verdict, int nanoseconds) {}

  /** Runs a program on a packet; context may be null. */
  static Run run(int program, Memory packet, int length, Memory context, int repeat) {
    try (Memory attr = attributes()) {
      attr.setInt(0, program);
      attr.setInt(8, length);
      attr.setPointer(16, packet);
      attr.setInt(32, repeat);
      if (context != null) {
        attr.setInt(40, (int) context.size());
        attr.setPointer(48, context);
      }
      call(PROG_TEST_RUN, attr, "test run of " + length + " bytes");
      return new Run(attr.getInt(4), attr.getInt(36));
    }
  }

  private static long call(int command, Memory attr, String what) {
    long result = syscall(SYS_BPF, command, attr, ATTR_BYTES);
    if (result < 0) {
      throw new RefusedException(what + " failed with errno " + Native.getLastError());
    }
    return result;
  }

  private static Memory attributes() {
    Memory attr = new Memory(ATTR_BYTES);
    attr.clear();
    return attr;
  }

  private static Memory copy(byte[] bytes) {
    Memory memory = new Memory(Math.max(1, bytes.length));
    memory.write(0, bytes, 0, bytes.length);
    return memory;
  }
}
