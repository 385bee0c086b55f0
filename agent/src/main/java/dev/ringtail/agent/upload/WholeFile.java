// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces small files so that a reader, also after a crash, finds the old content or the new. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * @param target the file, over what is there
   * @param unfinished a name beside it that nobody else uses; a crash may leave it behind
   * @param force whether the content is on disk before the name is
   */
  public static void replace(Path target, Path unfinished, byte[] content, boolean force)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(ByteBuffer.wrap(content));
      if (force) {
        channel.force(true);
      }
    }
    Files.move(
        unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
