// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program as a process of its own, with the memory that its launcher gives it. */
public final class CliProcess {
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final long LONGEST_S = 300;

  private final Process process;
  private final Path out;
  private final Path err;
  private long peakKib;

  private CliProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * @param folder for what it prints
   */
  public static CliProcess start(Path folder, String... words) throws IOException {
    return start(folder, Map.of(), words);
  }

  /** With more variables in its environment. */
  public static CliProcess start(Path folder, Map<String, String> variables, String... words)
      throws IOException {
    Path out = Files.createTempFile(folder, "cli", ".out");
    Path err = Files.createTempFile(folder, "cli", ".err");
    List<String> command = new ArrayList<>(java());
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    builder.environment().putAll(variables);
    return new CliProcess(builder.start(), out, err);
  }

  /** What the launcher runs, without its words. */
  public static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "-XX:MaxDirectMemorySize=16m",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.ringtail.cli.RingtailMain");
  }

  public Process process() {
    return process;
  }

  /** What it has printed to standard error so far. */
  public String err() throws IOException {
    return Files.readString(err);
  }

  /** Waits for its end, and watches its memory meanwhile. */
  public CliRun end() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_S);
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      peak().ifPresent(kib -> peakKib = kib);
      if (System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new AssertionError("it has not ended within %d s: %s".formatted(LONGEST_S, err()));
      }
    }
    return new CliRun(process.exitValue(), Files.readString(out), err());
  }

  /** The most memory that it had at once, in MiB, as far as it was watched. */
  public long peakMib() {
    return peakKib >> 10;
  }

  private Optional<Long> peak() {
    try {
      Matcher peak =
          PEAK.matcher(Files.readString(Path.of("/proc/%d/status".formatted(process.pid()))));
      return peak.find() ? Optional.of(Long.parseLong(peak.group(1))) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
