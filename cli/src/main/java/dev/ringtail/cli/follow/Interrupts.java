// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.follow;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ctrl-C, counted: the first one is for the command to act on, a second one ends the process at
 * once. Shutdown hooks would not do, as a JVM that is shutting down hears no further signal; so the
 * signal is taken over with the JDK's {@code sun.misc.Signal}, by reflection, since the compiler
 * refuses it. Where a JVM has no such class Ctrl-C ends the process, as ever.
 */
public final class Interrupts {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition pressed = lock.newCondition();
  private final Runnable leave;
  private int count;
  private boolean isLastWord;

  /**
   * @param leave ends the process at once
   */
  public Interrupts(Runnable leave) {
    this.leave = leave;
  }

  /** Takes over the signals INT and TERM of this process. */
  public Interrupts listen() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object listener =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      press();
                      yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> "interrupts";
                  });
      for (String name : new String[] {"INT", "TERM"}) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), listener);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Ctrl-C then ends the process, and the job goes on by itself.
    }
    return this;
  }

  /** What a signal does. */
  void press() {
    boolean isLeaving;
    lock.lock();
    try {
      count++;
      isLeaving = isLastWord || count > 1;
      pressed.signalAll();
    } finally {
      lock.unlock();
    }
    if (isLeaving) {
      leave.run();
    }
  }

  /** From now on also the first one ends the process. */
  public void leaveAtOnce() {
    lock.lock();
    try {
      isLastWord = true;
    } finally {
      lock.unlock();
    }
  }

  boolean isPressed() {
    lock.lock();
    try {
      return count > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Waits, shorter if the first signal comes meanwhile. */
  void pause(Duration time) throws InterruptedException {
    lock.lock();
    try {
      long left = time.toNanos();
      int before = count;
      while (left > 0 && count == before) {
        left = pressed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
