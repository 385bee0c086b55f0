// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import dev.ringtail.agent.ring.RingMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code ringread.c}: the same reader in C, in a process of its own. */
final class NativeReader implements RingReader {
  private final Process process;
  private final Path file;

  NativeReader(RingMemory memory, Path file, int cpu) throws IOException {
    this.file = file;
    List<Object> command =
        List.of(
            TestObject.tool("ringread"),
            mapId(memory.ringsMap()),
            mapId(memory.bell(0).fd()),
            memory.geometry().ringBytes(),
            memory.geometry().elementBytes(),
            memory.geometry().markShift(),
            file,
            cpu);
    process =
        new ProcessBuilder(command.stream().map(Object::toString).toList())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = process.inputReader();
    if (!"ready".equals(said.readLine())) {
      throw new IOException("ringtail-ringread did not start");
    }
  }

  private static long mapId(int fd) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
        .filter(line -> line.startsWith("map_id:"))
        .map(line -> Long.parseLong(line.substring("map_id:".length()).strip()))
        .findFirst()
        .orElseThrow(() -> new IOException("descriptor " + fd + " is no BPF map"));
  }

  @Override
  public long cpuNs() {
    return ThreadCpu.ns(process.pid(), "ringtail-ringread");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.destroy();
    process.waitFor();
    Files.deleteIfExists(file);
  }
}
