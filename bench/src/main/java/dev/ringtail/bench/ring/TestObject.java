// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import dev.ringtail.agent.program.LoadedObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** BPF objects of the benchmarks, which {@code make -C bench} builds. */
public final class TestObject {
  private static final Path FOLDER = Path.of(System.getProperty("bench.bin", "bench/target/bin"));

  private TestObject() {}

  /** Opens {@code gen/NAME.bpf.o}. */
  public static LoadedObject open(String name) {
    Path file = FOLDER.resolve("gen").resolve(name + ".bpf.o");
    try {
      return LoadedObject.open("bench_" + name, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("no " + file + ": run make -C bench", e);
    }
  }

  /** A tool in C, {@code ringtail-NAME}. */
  static Path tool(String name) {
    return FOLDER.resolve("ringtail-" + name);
  }
}
