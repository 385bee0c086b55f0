// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.CaptureSession;
import java.util.concurrent.CountDownLatch;

/**
 * Lets Ctrl-C and SIGTERM end a capture in order: the JVM's shutdown waits until the command has
 * finished, and then exits with the command's code rather than the signal's.
 */
final class EndOnSignal {
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;
  private volatile int code = ExitCode.FAULT.code();

  EndOnSignal(CaptureSession session) {
    hook =
        Thread.ofPlatform()
            .name("ringtail-shutdown")
            .unstarted(
                () -> {
                  session.stop();
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

  /** Notes the code to exit with. */
  int with(int exitCode) {
    code = exitCode;
    return exitCode;
  }

  /** The command is done; everything is detached. */
  void release() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun and waits for the latch.
    }
    finished.countDown();
  }
}
