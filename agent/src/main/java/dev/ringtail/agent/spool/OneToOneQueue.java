// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded queue from one thread to one other that neither waits nor allocates, so that a reader
 * can stand at either end of it.
 */
public final class OneToOneQueue<T> {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  private final Object[] slots;
  private int head;
  private int tail;

  /**
   * @param capacity elements, at least 1
   */
  public OneToOneQueue(int capacity) {
    slots = new Object[capacity];
  }

  /**
   * Called by the one producer.
   *
   * @return false when the queue is full
   */
  public boolean offer(T element) {
    if (SLOT.getAcquire(slots, tail) != null) {
      return false;
    }
    SLOT.setRelease(slots, tail, element);
    tail = (tail + 1) % slots.length;
    return true;
  }

  /**
   * Called by the one consumer.
   *
   * @return null when the queue is empty
   */
  @SuppressWarnings("unchecked")
  public T poll() {
    T element = (T) SLOT.getAcquire(slots, head);
    if (element != null) {
      SLOT.setRelease(slots, head, null);
      head = (head + 1) % slots.length;
    }
    return element;
  }
}
