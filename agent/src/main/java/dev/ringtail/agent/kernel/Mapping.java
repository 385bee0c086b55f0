// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import java.lang.foreign.MemorySegment;

/**
 * A shared memory mapping of a file or BPF map. The segment is valid until {@link #close}; whoever
 * closes must know that no thread uses it any more, for nothing checks.
 */
public final class Mapping implements AutoCloseable {
  private final MemorySegment segment;
  private boolean closed;

  private Mapping(MemorySegment segment) {
    this.segment = segment;
  }

  /**
   * @param fd a descriptor that can be mapped
   * @param offset bytes, a multiple of the page size
   * @param bytes length of the mapping
   * @param writable whether stores are allowed
   * @param what the thing that is mapped, for the error
   * @throws KernelException when the kernel refuses
   */
  @SuppressWarnings("restricted")
  public static Mapping of(int fd, long offset, long bytes, boolean writable, String what) {
    int protection = LibC.PROT_READ | (writable ? LibC.PROT_WRITE : 0);
    long address = LibC.mmap(0, bytes, protection, LibC.MAP_SHARED | LibC.MAP_POPULATE, fd, offset);
    if (address == -1) {
      throw KernelException.last("cannot map " + what);
    }
    return new Mapping(MemorySegment.ofAddress(address).reinterpret(bytes));
  }

  public MemorySegment segment() {
    return segment;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      LibC.munmap(segment.address(), segment.byteSize());
    }
  }
}
