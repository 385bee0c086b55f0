// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps two agents from working in one folder. */
public final class SpoolLock implements AutoCloseable {
  private final Path folder;
  private final FileChannel channel;
  private final FileLock lock;

  private SpoolLock(Path folder, FileChannel channel, FileLock lock) {
    this.folder = folder;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * @throws SpoolInUseException when another process works in it
   * @throws SpoolException when the folder cannot be made
   */
  public static SpoolLock take(Path folder) throws SpoolException {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        channel.close();
        throw new SpoolInUseException(
            "spool " + folder + " is in use by another agent; name another folder with --spool");
      }
      return new SpoolLock(folder, channel, lock);
    } catch (OverlappingFileLockException e) {
      throw new SpoolException("spool " + folder + " is in use by this very process", e);
    } catch (IOException e) {
      throw new SpoolException(
          "cannot use spool %s: %s; name a folder on a local disk that root can write to"
              .formatted(folder, e),
          e);
    }
  }

  public Path folder() {
    return folder;
  }

  /** Lets go, and removes a folder in which nothing is left. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(folder.resolve("lock"));
      lock.release();
      channel.close();
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // The lock goes with the process; a folder that is not empty stays.
    }
  }
}
