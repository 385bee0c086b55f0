// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A capture file as Wireshark's own programs see it. */
public final class CaptureFile {
  private CaptureFile() {}

  /** What tshark says of fields, a line for each packet, tabs between. */
  public static List<String> fields(Path file, String... fields)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("tshark", "-n", "-r", file.toString(), "-T", "fields"));
    for (String field : fields) {
      command.add("-e");
      command.add(field);
    }
    return lines(command);
  }

  /** The output of a program, which must succeed. */
  public static List<String> lines(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(command + " ended with " + status);
    }
    return out.lines().toList();
  }
}
