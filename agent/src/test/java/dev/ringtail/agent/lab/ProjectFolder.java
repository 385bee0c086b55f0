// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where this checkout lies, whatever folder the tests run in. */
public final class ProjectFolder {
  private static final String MARK = "mvnw";

  private ProjectFolder() {}

  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(MARK))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
