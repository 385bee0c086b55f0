// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.Mapping;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.BitSet;

/**
 * Reads a BPF ring buffer the usual way: sleeps in epoll until the kernel wakes it, then takes one
 * record after the other, and writes each as a pcapng block into a buffered file. Layout of the
 * buffer: {@code kernel/bpf/ringbuf.c}.
 */
public final class ClassicReader {
  /** How records are taken. */
  public enum Style {
    /** Each record is copied into an array of its own, and its room handed back at once. */
    COPIED,
    /** Records are encoded from where they lie; room is handed back once per look at the buffer. */
    IN_PLACE
  }

  static final String THREAD_NAME = "classic-reader";
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final int PAGE = 4096;
  private static final int BUSY = 1 << 31;
  private static final int RECORD_HEADER = 8;
  private static final int WAIT_MS = 50;
  private static final int BATCH_BYTES = 1 << 20;

  /** {@code struct slot} of {@code classic.bpf.c}. */
  private static final int CAPTURED_LENGTH = 14;

  private static final int ORIGINAL_LENGTH = 16;
  private static final int DATA = 20;

  private final Style style;
  private final BitSet cpus;
  private final int bufferBytes;
  private final Mapping consumer;
  private final Mapping producer;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment events = arena.allocate(16, 8);
  private final int epoll;
  private final BlockFile file;
  private final Thread thread = Thread.ofPlatform().name(THREAD_NAME).unstarted(this::run);
  private volatile boolean stop;
  private long position;

  /**
   * @param buffer descriptor of the BPF ring buffer
   * @param cpus where the thread may run; empty: anywhere
   */
  ClassicReader(int buffer, int bufferBytes, Style style, BitSet cpus, BlockFile file) {
    this.style = style;
    this.cpus = (BitSet) cpus.clone();
    this.bufferBytes = bufferBytes;
    this.file = file;
    consumer = Mapping.of(buffer, 0, PAGE, true, "the consumer's page");
    producer = Mapping.of(buffer, PAGE, PAGE + 2L * bufferBytes, false, "the ring buffer");
    epoll = KernelException.check(LibC.epoll_create1(LibC.EPOLL_CLOEXEC), "no epoll set");
    MemorySegment event = arena.allocate(16, 8);
    event.set(JAVA_INT, 0, LibC.EPOLLIN);
    KernelException.check(
        LibC.epoll_ctl(epoll, LibC.EPOLL_CTL_ADD, buffer, event.address()), "cannot wait");
    thread.start();
  }

  private void run() {
    if (!cpus.isEmpty()) {
      CpuAffinity.pinCurrentThread(cpus);
    }
    while (!stop) {
      if (!readAll()) {
        LibC.epoll_wait(epoll, events.address(), 1, WAIT_MS);
      }
    }
    readAll();
  }

  private boolean readAll() {
    long start = position;
    long end = producedAcquire();
    while (position < end) {
      long lengthWord = (int) INT.getAcquire(producer.segment(), offset(position));
      if ((lengthWord & BUSY) != 0) {
        break;
      }
      long record = offset(position) + RECORD_HEADER;
      position += (lengthWord + RECORD_HEADER + 7) & ~7L;
      if (style == Style.COPIED) {
        take(producer.segment().asSlice(record, lengthWord).toArray(JAVA_BYTE));
        LONG.setRelease(consumer.segment(), 0L, position);
      } else {
        take(producer.segment(), record);
        if (position - start >= BATCH_BYTES) {
          LONG.setRelease(consumer.segment(), 0L, position);
        }
      }
    }
    LONG.setRelease(consumer.segment(), 0L, position);
    return position != start;
  }

  private void take(byte[] slot) {
    take(MemorySegment.ofArray(slot), 0);
  }

  private void take(MemorySegment from, long slot) {
    file.write(
        from.get(JAVA_LONG_UNALIGNED, slot),
        from,
        slot + DATA,
        Short.toUnsignedInt(from.get(JAVA_SHORT_UNALIGNED, slot + CAPTURED_LENGTH)),
        from.get(JAVA_INT_UNALIGNED, slot + ORIGINAL_LENGTH));
  }

  /**
   * Offset of a record in the mapping behind the consumer's page; data is mapped twice in a row.
   */
  private long offset(long at) {
    return PAGE + (at & (bufferBytes - 1));
  }

  private long producedAcquire() {
    return (long) LONG.getAcquire(producer.segment(), 0L);
  }

  /** Whether everything has been read. */
  boolean isEmpty() {
    return (long) LONG.getAcquire(consumer.segment(), 0L) == producedAcquire();
  }

  void close() throws InterruptedException {
    stop = true;
    thread.join();
    LibC.close(epoll);
    consumer.close();
    producer.close();
    file.close();
    arena.close();
  }
}
