// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Lets Ctrl-C and SIGTERM end a capture in order: the JVM's shutdown waits until the command has
 * finished, and then exits with the command's code rather than the signal's.
 */
final class EndOnSignal {
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;
  private volatile Runnable stop = () -> {};
  private volatile boolean asked;
  private volatile int code = ExitCode.FAULT.code();

  EndOnSignal() {
    hook =
        Thread.ofPlatform()
            .name("ringtail-shutdown")
            .unstarted(
                () -> {
                  asked = true;
                  stop.run();
                  try {
                    finished.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  System.out.flush();
                  System.err.flush();
                  Runtime.getRuntime().halt(code);
                });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What a signal does from now on; it is done at once if one has come already. */
  void stops(Runnable action) {
    stop = action;
    if (asked) {
      action.run();
    }
  }

  /** Notes the code to exit with. */
  int with(int exitCode) {
    code = exitCode;
    return exitCode;
  }

  /** The command is done; everything is detached and closed. */
  void release() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun and waits for the latch.
    }
    finished.countDown();
  }
}
