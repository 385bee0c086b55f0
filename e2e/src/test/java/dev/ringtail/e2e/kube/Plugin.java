// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import dev.ringtail.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code kubectl ringtail} of this checkout, as kubectl finds it on its path. */
final class Plugin {
  private static final int PATIENCE_S = 150;

  private Plugin() {}

  /** What it did. */
  record Said(int exitCode, String out, String err) {}

  /**
   * @param folder in which it runs
   */
  static Said run(Path folder, String... words) throws IOException, InterruptedException {
    Path out = Files.createTempFile("plugin", ".out");
    Path err = Files.createTempFile("plugin", ".err");
    try {
      List<String> all = new ArrayList<>(List.of("kubectl", "ringtail"));
      all.addAll(List.of(words));
      ProcessBuilder builder =
          new ProcessBuilder(all)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().compute("PATH", (_, path) -> Project.ROOT.resolve("bin") + ":" + path);
      Process process = builder.start();
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("kubectl ringtail did not end: " + Files.readString(err));
      }
      return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
