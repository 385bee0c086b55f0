// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Wireshark's command-line tools, as an independent reader of what Ringtail writes. */
final class Wireshark {
  private Wireshark() {}

  static void assumeInstalled(String tool) {
    boolean found =
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    assumeThat(found).as("%s is not on the PATH; install tshark", tool).isTrue();
  }

  /** Runs a tool that must succeed without complaint, and returns its lines. */
  static List<String> run(String... command) throws IOException, InterruptedException {
    assumeInstalled(command[0]);
    Path errors = Files.createTempFile("stderr", ".txt");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      List<String> lines = process.inputReader().readAllLines();
      int status = process.waitFor();
      List<String> complaints =
          Files.readAllLines(errors).stream()
              .filter(line -> !line.startsWith("Running as user"))
              .toList();
      assertThat(complaints).as(String.join(" ", command)).isEmpty();
      assertThat(status).as(String.join(" ", command)).isZero();
      return lines;
    } finally {
      Files.delete(errors);
    }
  }

  /** One line per packet, fields separated by tabs. */
  static List<String> packets(Path file, String... fields)
      throws IOException, InterruptedException {
    return fields(file, List.of(), fields);
  }

  /**
   * One line per pcapng block of the kind that the display filter names, as the dissector of the
   * file format itself sees them.
   */
  static List<String> blocks(Path file, String filter, String... fields)
      throws IOException, InterruptedException {
    return fields(file, List.of("-X", "read_format:MIME Files Format", "-Y", filter), fields);
  }

  private static List<String> fields(Path file, List<String> options, String... fields)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
    command.addAll(options);
    command.addAll(List.of("-T", "fields"));
    for (String field : fields) {
      command.addAll(List.of("-e", field));
    }
    return run(command.toArray(String[]::new));
  }
}
