// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program on a terminal, which {@code script(1)} makes for it. */
public final class TerminalProcess {
  private static final long LONGEST_S = 60;

  private final Process process;
  private final Path output;

  private TerminalProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * @param folder for what the terminal is told
   * @param variables more of them for its environment
   * @param redirection what a shell puts behind the words, such as {@code 2>log}
   */
  public static TerminalProcess start(
      Path folder, Map<String, String> variables, String redirection, String... words)
      throws IOException {
    List<String> program = new ArrayList<>(CliProcess.java());
    program.add(1, "-XX:TieredStopAtLevel=1"); // It starts sooner.
    String line =
        Stream.concat(program.stream(), Stream.of(words))
            .map("'%s'"::formatted)
            .collect(Collectors.joining(" ", "exec ", " " + redirection));
    Path output = Files.createTempFile(folder, "terminal", ".out");
    ProcessBuilder builder =
        new ProcessBuilder("script", "-qe", "--echo", "always", "-c", line, "/dev/null")
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(Map.of("TERM", "xterm", "SHELL", "/bin/sh"));
    builder.environment().remove("NO_COLOR");
    builder.environment().putAll(variables);
    return new TerminalProcess(builder.start(), output);
  }

  /** Presses Ctrl-C. */
  public void interrupt() throws IOException {
    process.getOutputStream().write(3);
    process.getOutputStream().flush();
  }

  /** Everything that the terminal was told so far. */
  public String told() throws IOException {
    return Files.readString(output);
  }

  /** The lines that a person sees now. */
  public List<String> seen() throws IOException {
    List<String> lines = new ArrayList<>(EmulatedScreen.after(told()));
    while (!lines.isEmpty() && lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines;
  }

  /** Waits for the program's end; its exit code. */
  public int end() throws IOException, InterruptedException {
    if (!process.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it has not ended within %d s: %s".formatted(LONGEST_S, told()));
    }
    return process.exitValue();
  }
}
