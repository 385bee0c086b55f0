// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.spool.SpoolBudget;
import dev.ringtail.agent.spool.SpoolException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether the spool has room where it would be. */
final class SpoolCheck {
  private static final String NAME = "spool";
  private static final String TEMPORARY = "tmpfs";

  private SpoolCheck() {}

  /**
   * @param folder need not exist; nothing is made
   */
  static Check of(Path folder, long budgetBytes) {
    Path existing = existing(folder.toAbsolutePath());
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      return Check.failed(
          Check.NODE,
          NAME,
          "%s is no folder that this process can write to".formatted(existing),
          "name a folder with --spool");
    }
    try {
      FileStore store = Files.getFileStore(existing);
      return of(folder, budgetBytes, store.type(), store.getTotalSpace(), store.getUsableSpace());
    } catch (IOException e) {
      return Check.failed(
          Check.NODE,
          NAME,
          "cannot ask the file system of %s: %s".formatted(existing, e.getMessage()),
          "name another folder with --spool");
    }
  }

  static Check of(Path folder, long budgetBytes, String type, long totalBytes, long freeBytes) {
    String finding =
        "%d MiB for %s on %s with %d MiB free of %d MiB"
            .formatted(budgetBytes >> 20, folder, type, freeBytes >> 20, totalBytes >> 20);
    try {
      SpoolBudget.divide(
          budgetBytes, false, budgetBytes, 1, 0, folder.toString(), totalBytes, freeBytes);
    } catch (SpoolException e) {
      return Check.failed(
          Check.NODE,
          NAME,
          e.getMessage(),
          "lower --spool-size, or name another folder with --spool");
    }
    return type.equals(TEMPORARY)
        ? Check.limited(
            Check.NODE,
            NAME,
            finding,
            "name a folder on a disk with --spool: what lies here is memory, and does not outlive a"
                + " reboot")
        : Check.ok(Check.NODE, NAME, finding);
  }

  private static Path existing(Path folder) {
    Path at = folder;
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    return at;
  }
}
