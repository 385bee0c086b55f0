// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibBpf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;

/** A BPF object file on its way into the kernel: opened, adjusted, loaded. */
public final class LoadedObject implements AutoCloseable {
  /** {@code struct bpf_object_open_opts} of libbpf 1.1; later ones only add to its end. */
  private static final int OPEN_OPTS_BYTES = 80;

  private static final int OPEN_OPTS_NAME = 8;
  private static final int OPEN_OPTS_LOG = 56;
  private static final int OPEN_OPTS_LOG_SIZE = 64;
  private static final int OPEN_OPTS_LOG_LEVEL = 72;
  private static final int LOG_BYTES = 1 << 20;

  private final Arena arena = Arena.ofShared();
  private final String name;
  private final MemorySegment log;
  private final long object;

  private LoadedObject(String name, byte[] elf) {
    this.name = name;
    MemorySegment file = arena.allocate(elf.length, 8);
    MemorySegment.copy(elf, 0, file, JAVA_BYTE, 0, elf.length);
    log = arena.allocate(LOG_BYTES);
    MemorySegment options = arena.allocate(OPEN_OPTS_BYTES, 8);
    options.set(JAVA_LONG, 0, OPEN_OPTS_BYTES);
    options.set(JAVA_LONG, OPEN_OPTS_NAME, arena.allocateFrom(name).address());
    options.set(JAVA_LONG, OPEN_OPTS_LOG, log.address());
    options.set(JAVA_LONG, OPEN_OPTS_LOG_SIZE, LOG_BYTES);
    options.set(JAVA_INT, OPEN_OPTS_LOG_LEVEL, 0);
    object = LibBpf.bpf_object__open_mem(file.address(), elf.length, options.address());
    if (object == 0) {
      arena.close();
      throw KernelException.last("cannot read BPF object " + name);
    }
  }

  /** Parses an ELF file; nothing is in the kernel yet. */
  public static LoadedObject open(String name, byte[] elf) {
    return new LoadedObject(name, elf);
  }

  /** Fills a read-only section before the verifier sees it as constants. */
  @SuppressWarnings("restricted")
  public LoadedObject settings(String section, Consumer<MemorySegment> filler) {
    MemorySegment size = arena.allocate(JAVA_LONG);
    long address = LibBpf.bpf_map__initial_value(findMap(section), size.address());
    filler.accept(MemorySegment.ofAddress(address).reinterpret(size.get(JAVA_LONG, 0)));
    return this;
  }

  /** Uses a map that exists instead of making one. */
  public LoadedObject reuse(String map, int fd) {
    check(LibBpf.bpf_map__reuse_fd(findMap(map), fd), "share map " + map);
    return this;
  }

  /** Sizes a map before it is made. */
  public LoadedObject entries(String map, int entries) {
    check(LibBpf.bpf_map__set_max_entries(findMap(map), entries), "size map " + map);
    return this;
  }

  /**
   * Sets flags of {@code BPF_PROG_LOAD}, such as {@link
   * dev.ringtail.agent.kernel.Bpf#PROG_FLAG_XDP_HAS_FRAGS}.
   */
  public LoadedObject programFlags(String program, int flags) {
    check(LibBpf.bpf_program__set_flags(findProgram(program), flags), "set flags of " + program);
    return this;
  }

  /**
   * Makes the maps and loads the programs.
   *
   * @throws KernelException with the end of the verifier's log; the object is closed then
   */
  public LoadedObject load() {
    check(LibBpf.bpf_object__load(object), "load it");
    return this;
  }

  /** Descriptor of a map, owned by this object. */
  public int map(String map) {
    return LibBpf.bpf_map__fd(findMap(map));
  }

  /** Descriptor of a program, owned by this object. */
  public int program(String program) {
    return LibBpf.bpf_program__fd(findProgram(program));
  }

  private long findMap(String map) {
    return found(LibBpf.bpf_object__find_map_by_name(object, map), map);
  }

  private long findProgram(String program) {
    return found(LibBpf.bpf_object__find_program_by_name(object, program), program);
  }

  private long found(long pointer, String what) {
    if (pointer == 0) {
      throw new IllegalStateException("BPF object " + name + " has no " + what);
    }
    return pointer;
  }

  private void check(int result, String what) {
    if (result < 0) {
      String words = log.getString(0).strip();
      close();
      throw new KernelException(
          "BPF object %s: the kernel did not %s%s"
              .formatted(name, what, words.isEmpty() ? "" : " (" + lastLines(words) + ")"),
          -result);
    }
  }

  private static String lastLines(String log) {
    String[] lines = log.split("\n");
    int from = Math.max(0, lines.length - 3);
    return String.join("; ", Arrays.copyOfRange(lines, from, lines.length));
  }

  @Override
  public void close() {
    LibBpf.bpf_object__close(object);
    arena.close();
  }
}
