// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.lab.ProjectFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Each bad filter of the filter module's table, given to the agent's commands. */
class BadFiltersIT {
  private static final Path TABLE =
      ProjectFolder.root()
          .resolve("filter/src/test/resources/dev/ringtail/filter/check/bad-filters.tsv");

  /**
   * @param column in which the trouble starts, from 1
   * @param summary what is wrong
   */
  record Bad(String text, int column, String summary) {}

  static List<Bad> table() throws IOException {
    return Files.readAllLines(TABLE).stream()
        .map(line -> line.split("\t"))
        .map(part -> new Bad(part[0], Integer.parseInt(part[1]), part[2]))
        .toList();
  }

  @Test
  void shouldHaveAtLeastSixtyExamples() throws IOException {
    assertThat(table()).hasSizeGreaterThanOrEqualTo(60);
  }

  @ParameterizedTest
  @MethodSource("table")
  void shouldEndInItsMessage(Bad bad) {
    String expected =
        "ringtail-agent: filter, line 1, column %d: %s\n  %s\n  %s^"
            .formatted(bad.column(), bad.summary(), bad.text(), " ".repeat(bad.column() - 1));

    assertThat(run("run", "-i", "lo", "--output", "dir:/nowhere", "--chain", bad.text()))
        .startsWith(expected);
    assertThat(run("filter", "explain", bad.text())).startsWith(expected);
  }

  /** Standard error of a command that must end with 2. */
  private static String run(String... arguments) {
    StringWriter errors = new StringWriter();
    CommandLine agent = AgentCommand.commandLine().setErr(new PrintWriter(errors));
    int code = agent.execute(arguments);
    assertThat(code).as(errors.toString()).isEqualTo(ExitCode.USAGE.code());
    return errors.toString();
  }
}
