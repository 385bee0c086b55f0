// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.crds.v1alpha1.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The spool of a run that was not told one: named after the process, beside a folder as output, so
 * that segments become objects by a link, and below /var/lib/ringtail otherwise.
 */
final class StandaloneSpool {
  private static final Path HOME = Path.of("/var/lib/ringtail");
  private static final Pattern NAME = Pattern.compile("\\.?spool-(\\d+)");

  private StandaloneSpool() {}

  /** The spool of this process. */
  static Path of(Output output) {
    String name = "spool-" + ProcessHandle.current().pid();
    return output.directory() == null
        ? HOME.resolve(name)
        : Path.of(output.directory().path(), "." + name);
  }

  /** Spools in a folder whose processes are gone. */
  static List<Path> orphans(Path parent) {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(parent)) {
      return folders.filter(Files::isDirectory).filter(StandaloneSpool::isOrphan).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean isOrphan(Path folder) {
    Matcher name = NAME.matcher(folder.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }
}
