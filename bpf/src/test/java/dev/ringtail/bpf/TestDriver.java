// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs {@code ringtail-bpf-test}, the C tests of the BPF programs, and reads its report. */
final class TestDriver {

  static final Path BUILD = Path.of("target/bpf-tests");

  private static final Pattern CASE =
      Pattern.compile("(ok|not ok) \\d+ - ([a-z]+: [^:#]+)(?:: (.*)| # SKIP (.*))?");

  /** One case: passed if neither failure nor skipped says why not. */
  record Case(String name, String failure, String skipped) {}

  /** All cases, and the output as a whole for when it is none of the expected. */
  record Report(List<Case> cases, String output, int exitStatus) {}

  private TestDriver() {}

  /**
   * Runs groups of cases, all without any.
   *
   * @param objects folder with the objects to be tested
   */
  static Report run(Path objects, String... groups) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(BUILD.resolve("ringtail-bpf-test").toString());
    command.add(objects.toString());
    command.addAll(List.of(groups));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitStatus = process.waitFor();
    List<Case> cases =
        output
            .lines()
            .map(CASE::matcher)
            .filter(Matcher::matches)
            .map(m -> new Case(m.group(2).strip(), failure(m), m.group(4)))
            .toList();
    return new Report(cases, output, exitStatus);
  }

  private static String failure(Matcher matcher) {
    return matcher.group(1).equals("ok") ? null : String.valueOf(matcher.group(3));
  }
}
