// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.lab.ProjectFolder;
import dev.ringtail.cli.testing.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of every command, and the page of all commands, which is made of the same. With {@code
 * -Dringtail.generate=true} it writes the page instead.
 */
class CommandPageIT {
  private static final Path PAGE = ProjectFolder.root().resolve("docs/CLI.md");
  private static final String EXAMPLE = "  ";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String HEAD =
      """
      <!-- SPDX-License-Identifier: Apache-2.0 -->
      <!-- Made by CommandPageIT in cli/ from the commands themselves: ./mvnw -pl cli -am test -Dtest=CommandPageIT -Dringtail.generate=true -->

      # kubectl ringtail

      Every command, as its `--help` has it. [first-capture.md](first-capture.md) leads through them.
      """;

  @Test
  void shouldSayWhatTheCommandsSay() throws IOException {
    String expected =
        HEAD + specs().map(CommandPageIT::section).collect(Collectors.joining()) + exitCodes();
    if (Boolean.getBoolean("ringtail.generate")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE)
        .as("run ./mvnw -pl cli -am test -Dtest=CommandPageIT -Dringtail.generate=true")
        .hasContent(expected);
  }

  @ParameterizedTest
  @MethodSource("specs")
  void shouldShowExamplesBeforeFlags(CommandSpec spec) {
    String name = spec.qualifiedName();
    List<String> words =
        new ArrayList<>(List.of(name.split(" ")).subList(2, name.split(" ").length));
    words.add("--help");

    CliRun run = CliRun.of(words.toArray(String[]::new));

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .startsWith(spec.usageMessage().description()[0].substring(0, 20))
        .containsSubsequence("\n  " + name + " ", "\nUsage: " + name, "--help");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @ParameterizedTest
  @MethodSource("specs")
  void shouldUnderstandEveryExample(CommandSpec spec) {
    List<String> examples = examples(spec).toList();

    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      List<String> words =
          WORD.matcher(example.split(" \\| ")[0]).results().map(CommandPageIT::unquoted).toList();
      assertThat(words).startsWith("kubectl", "ringtail");
      RingtailCommand.commandLine()
          .parseArgs(words.subList(2, words.size()).toArray(String[]::new));
    }
  }

  private static String unquoted(MatchResult word) {
    return word.group(1) == null ? word.group(2) : word.group(1);
  }

  /** The command itself, and those below it. */
  static Stream<CommandSpec> specs() {
    return specs(RingtailCommand.commandLine());
  }

  private static Stream<CommandSpec> specs(CommandLine line) {
    return Stream.concat(
        Stream.of(line.getCommandSpec()),
        line.getSubcommands().values().stream().flatMap(CommandPageIT::specs));
  }

  private static Stream<String> description(CommandSpec spec) {
    return Arrays.stream(spec.usageMessage().description());
  }

  private static Stream<String> examples(CommandSpec spec) {
    return description(spec).filter(line -> line.startsWith(EXAMPLE));
  }

  private static String section(CommandSpec spec) {
    StringBuilder text = new StringBuilder();
    if (spec.parent() != null) {
      text.append("\n## %s%s\n".formatted(spec.qualifiedName(), parameters(spec)));
    }
    text.append("\n");
    examples(spec).forEach(line -> text.append("  %s\n".formatted(line)));
    text.append("\n");
    text.append(
        description(spec)
            .filter(line -> !line.isEmpty() && !line.startsWith(EXAMPLE))
            .collect(Collectors.joining("\n\n")));
    text.append("\n");
    List<String> rows =
        Stream.concat(
                spec.positionalParameters().stream()
                    .map(value -> row("`" + value.paramLabel() + "`", value.description())),
                spec.options().stream()
                    .filter(option -> !option.usageHelp() && !option.versionHelp())
                    .map(option -> row(names(option), option.description())))
            .toList();
    if (!rows.isEmpty()) {
      text.append("\n| | |\n|---|---|\n").append(String.join("", rows));
    }
    return text.toString();
  }

  private static String parameters(CommandSpec spec) {
    return spec.positionalParameters().stream()
        .map(value -> " " + value.paramLabel() + (value.arity().max() > 1 ? "..." : ""))
        .collect(Collectors.joining());
  }

  private static String names(OptionSpec option) {
    return "`%s%s`"
        .formatted(
            String.join("`, `", option.names()),
            option.arity().max() == 0 ? "" : " " + option.paramLabel());
  }

  private static String row(String what, String[] description) {
    return "| %s | %s |\n".formatted(what.replace("|", "\\|"), String.join(" ", description));
  }

  private static String exitCodes() {
    return RingtailCommand.commandLine()
        .getCommandSpec()
        .usageMessage()
        .exitCodeList()
        .entrySet()
        .stream()
        .map(code -> "| %s | %s |\n".formatted(code.getKey(), code.getValue()))
        .collect(Collectors.joining("", "\n## Exit codes\n\n| code | meaning |\n|---|---|\n", ""));
  }
}
