// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.capture.EndReason;
import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.cli.AgentCommand;
import dev.ringtail.agent.cli.ExitCode;
import dev.ringtail.agent.http.Metric;
import dev.ringtail.agent.http.PathCatalog;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.lab.ProjectFolder;
import dev.ringtail.agent.preflight.Check;
import dev.ringtail.agent.preflight.Preflight;
import dev.ringtail.agent.preflight.PreflightRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Compares the operator's page with the code. With {@code -Dringtail.generate=true} it writes the
 * generated parts instead.
 */
class OperationsPageIT {
  private static final Path PAGE = ProjectFolder.root().resolve("docs/OPERATIONS.md");

  @Test
  void shouldSayWhatTheCodeSays() throws IOException {
    String expected = GeneratedPage.fill(Files.readString(PAGE), sections());
    if (Boolean.getBoolean("ringtail.generate")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE)
        .as("run ./mvnw -pl agent test -Dtest=OperationsPageIT -Dringtail.generate=true")
        .hasContent(expected);
  }

  @Test
  void shouldNameEveryCheckOfPreflightAndNoOther() throws IOException {
    CapturedInterface loopback =
        new CapturedInterface("lo", LibC.if_nametoindex("lo"), 1500, "", "");
    List<String> checks =
        Preflight.look(
                new PreflightRequest(
                    List.of(loopback), true, 16 << 20, 65536, Path.of("/tmp"), 16 << 20))
            .checks()
            .stream()
            .map(
                check ->
                    "| `%s` | %s |"
                        .formatted(
                            check.name(),
                            check.subject().equals(Check.NODE) ? "node" : "interface"))
            .toList();

    assertThat(found("\\| `[a-z]+` \\| (?:node|interface) \\|", Files.readString(PAGE)))
        .containsExactlyInAnyOrderElementsOf(checks);
  }

  @Test
  void shouldListTheSameExitCodesInHelp() {
    assertThat(AgentCommand.commandLine().getCommandSpec().usageMessage().exitCodeList().keySet())
        .containsExactlyElementsOf(
            Arrays.stream(ExitCode.values()).map(code -> "" + code.code()).toList());
  }

  @Test
  void shouldNameEveryVariableOfTheLauncher() throws IOException {
    String launcher = Files.readString(ProjectFolder.root().resolve("scripts/make-launcher.sh"));

    assertThat(Files.readString(PAGE))
        .contains(
            found("RINGTAIL_[A-Z_]+", launcher).stream()
                .map(name -> "| `" + name + "` |")
                .toList());
  }

  @Test
  void shouldNameTheNoteOfTheManagementEndpoint() throws IOException {
    assertThat(Files.readString(PAGE))
        .contains("| `%s` |".formatted(dev.ringtail.agent.http.ManagementAddress.FILE_NAME));
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  private static Map<String, String> sections() throws IOException {
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("exit codes", exitCodes());
    sections.put("end reasons", endReasons());
    sections.put("funnel", funnel());
    sections.put("options", options());
    sections.put("paths", paths());
    sections.put("metrics", metrics());
    return sections;
  }

  private static String exitCodes() throws IOException {
    Map<String, String> docs = EnumDocs.of(ExitCode.class);
    return "| code | meaning |\n|---|---|\n"
        + Arrays.stream(ExitCode.values())
            .map(code -> "| %d | %s |\n".formatted(code.code(), docs.get(code.name())))
            .collect(Collectors.joining());
  }

  private static String endReasons() throws IOException {
    Map<String, String> docs = EnumDocs.of(EndReason.class);
    return "| `reason` | `endReason` | meaning |\n|---|---|---|\n"
        + Arrays.stream(EndReason.values())
            .map(
                reason ->
                    "| `%s` | %s | %s |\n"
                        .formatted(reason.name(), reason.words(), docs.get(reason.name())))
            .collect(Collectors.joining());
  }

  private static String funnel() throws IOException {
    Map<String, String> docs = EnumDocs.of(FunnelTerm.class);
    return "| term | in metrics | meaning |\n|---|---|---|\n"
        + Arrays.stream(FunnelTerm.values())
            .map(
                term ->
                    "| %s`%s` | `%s` | %s |\n"
                        .formatted(
                            term.isLoss() ? "- " : "",
                            term.key(),
                            term.name().toLowerCase(Locale.ROOT),
                            docs.get(term.name())))
            .collect(Collectors.joining());
  }

  private static String options() {
    StringBuilder text = new StringBuilder();
    options("ringtail-agent", AgentCommand.commandLine(), text);
    return text.toString();
  }

  /** The commands below one, and those below them. */
  private static void options(String prefix, CommandLine above, StringBuilder text) {
    above
        .getSubcommands()
        .forEach(
            (name, command) -> {
              text.append(text.isEmpty() ? "" : "\n");
              text.append("### %s %s%s\n\n".formatted(prefix, name, parameters(command)));
              text.append(String.join(" ", command.getCommandSpec().usageMessage().description()));
              text.append("\n");
              List<OptionSpec> options =
                  command.getCommandSpec().options().stream()
                      .filter(option -> !option.usageHelp() && !option.versionHelp())
                      .toList();
              text.append(options.isEmpty() ? "" : "\n| option | meaning |\n|---|---|\n");
              options.forEach(option -> text.append(row(option)));
              options(prefix + " " + name, command, text);
            });
  }

  private static String parameters(CommandLine command) {
    return command.getCommandSpec().positionalParameters().stream()
        .map(value -> " " + value.paramLabel() + (value.arity().max() > 1 ? "..." : ""))
        .collect(Collectors.joining());
  }

  private static String row(OptionSpec option) {
    return "| `%s%s` | %s |\n"
        .formatted(
            String.join("`, `", option.names()),
            option.arity().max() == 0 ? "" : " " + option.paramLabel(),
            String.join(" ", option.description()));
  }

  private static String paths() {
    return "| path | answer |\n|---|---|\n"
        + PathCatalog.all().entrySet().stream()
            .map(path -> "| `%s` | %s |\n".formatted(path.getKey(), path.getValue()))
            .collect(Collectors.joining());
  }

  private static String metrics() {
    return "| metric | type | labels | meaning |\n|---|---|---|---|\n"
        + Arrays.stream(Metric.values())
            .map(
                metric ->
                    "| `%s` | %s | %s | %s |\n"
                        .formatted(
                            metric.exposedName(),
                            metric.kind().name().toLowerCase(Locale.ROOT),
                            metric.labels().stream()
                                .map(label -> "`" + label + "`")
                                .collect(Collectors.joining(", ")),
                            metric.help()))
            .collect(Collectors.joining());
  }
}
