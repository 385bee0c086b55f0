// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for {@code etcd}, {@code kube-apiserver} and {@code kubectl}: in {@code
 * $KUBE_API_TEST_DIR/k8s/*}, on {@code PATH}, in the cache of the lab ({@code $LAB_CACHE/bin}, else
 * {@code ~/.cache/ringtail-lab/bin}), and last in the lab itself ({@code $RINGTAIL_LAB}, else
 * {@code ../shared/lab} beside the repository), whose script unpacks them into the cache.
 */
final class ApiServerBinaries {
  static final List<String> PROGRAMS = List.of("etcd", "kube-apiserver", "kubectl");

  private ApiServerBinaries() {}

  /** The folder that holds all three, if there is one. */
  static Optional<Path> find() {
    return Stream.of(testDirs(), path(), Stream.of(labCache()))
        .flatMap(folders -> folders)
        .filter(ApiServerBinaries::complete)
        .findFirst()
        .or(ApiServerBinaries::fromLab);
  }

  private static boolean complete(Path folder) {
    return PROGRAMS.stream().allMatch(name -> Files.isExecutable(folder.resolve(name)));
  }

  private static Stream<Path> testDirs() {
    String dir = System.getenv("KUBE_API_TEST_DIR");
    File[] versions = dir == null ? null : new File(dir, "k8s").listFiles(File::isDirectory);
    return versions == null ? Stream.empty() : Stream.of(versions).map(File::toPath);
  }

  private static Stream<Path> path() {
    return Stream.of(Objects.toString(System.getenv("PATH"), "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(Path::of);
  }

  private static Path labCache() {
    String cache = System.getenv("LAB_CACHE");
    return cache == null
        ? Path.of(System.getProperty("user.home"), ".cache", "ringtail-lab", "bin")
        : Path.of(cache, "bin");
  }

  /** Has the lab unpack its binaries, but never build them: that takes ten minutes. */
  private static Optional<Path> fromLab() {
    Path lab =
        Optional.ofNullable(System.getenv("RINGTAIL_LAB"))
            .map(Path::of)
            .orElseGet(() -> repository().resolveSibling("shared").resolve("lab"));
    Path script = lab.resolve("k8s").resolve("build-binaries.sh");
    if (!Files.exists(script.resolveSibling("binaries.tar.zst"))) {
      return Optional.empty();
    }
    try {
      int exit =
          new ProcessBuilder("bash", script.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      return Optional.of(labCache()).filter(folder -> exit == 0 && complete(folder));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** The root of the repository, from the module's folder, where Maven runs tests. */
  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null && !Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
