// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Removes objects as they are delivered, so that a long blast fits into memory. */
final class ObjectShredder implements AutoCloseable {
  private static final int PAUSE_MS = 50;

  private final Thread thread;
  private volatile boolean stop;

  ObjectShredder(Path objects) {
    thread = Thread.ofVirtual().start(() -> shred(objects));
  }

  private void shred(Path objects) {
    try {
      while (!stop) {
        for (Path file : Remains.files(objects)) {
          if (file.toString().endsWith(".pcapng")) {
            Files.deleteIfExists(file);
          }
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    } catch (IOException e) {
      throw new AssertionError("cannot remove objects of " + objects, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
