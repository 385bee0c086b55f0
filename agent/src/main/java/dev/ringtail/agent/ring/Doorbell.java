// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.ring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.Mapping;
import java.lang.invoke.VarHandle;

/**
 * The bell of one ring: a BPF ring buffer of one page whose only use is that epoll wakes up.
 * Layout: {@code kernel/bpf/ringbuf.c}, a page with the consumer's position, then a page with the
 * producer's.
 */
public final class Doorbell implements AutoCloseable {
  static final int BYTES = 4096;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final int map;
  private final Mapping consumer;
  private final Mapping producer;

  Doorbell() {
    map = Bpf.createMap(Bpf.MAP_TYPE_RINGBUF, "ringtail_bell", 0, 0, BYTES, 0);
    try {
      consumer = Mapping.of(map, 0, BYTES, true, "a doorbell");
      producer = Mapping.of(map, BYTES, BYTES, false, "a doorbell");
    } catch (KernelException e) {
      LibC.close(map);
      throw e;
    }
  }

  /** The descriptor that epoll waits on; readable while the bell has rung and was not silenced. */
  public int fd() {
    return map;
  }

  /** Takes note of all rings so far; without this epoll would return at once for ever. */
  public void silence() {
    long rung = (long) LONG.getAcquire(producer.segment(), 0L);
    LONG.setRelease(consumer.segment(), 0L, rung);
  }

  @Override
  public void close() {
    consumer.close();
    producer.close();
    LibC.close(map);
  }
}
