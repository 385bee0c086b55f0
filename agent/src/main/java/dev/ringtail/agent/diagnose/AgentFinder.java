// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds running agents by the lock that each holds in its spool folder. The folder is read through
 * {@code /proc/PID/root}, so that it is found in a container too.
 */
public final class AgentFinder {
  private static final Path PROCESSES = Path.of("/proc");
  private static final String LOCK = "lock";

  private AgentFinder() {}

  /**
   * An agent that runs.
   *
   * @param pid its process, as seen from here
   * @param spool its spool folder, as seen from here
   */
  public record Running(long pid, Path spool) {}

  /** All that this process may see. */
  public static List<Running> all() {
    try (Stream<Path> processes = Files.list(PROCESSES)) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .map(process -> Long.parseLong(process.getFileName().toString()))
          .sorted()
          .flatMap(pid -> of(pid).stream())
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The agent that this process is; empty when it is none, or may not be looked at. */
  public static Optional<Running> of(long pid) {
    Path process = PROCESSES.resolve(Long.toString(pid));
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      return descriptors
          .flatMap(descriptor -> target(descriptor).stream())
          .filter(file -> file.endsWith(LOCK))
          .map(file -> process.resolve("root" + file.getParent()))
          .filter(AgentFinder::isSpool)
          .findFirst()
          .map(spool -> new Running(pid, spool));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> target(Path descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isSpool(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith(".journal"));
    } catch (IOException e) {
      return false;
    }
  }
}
