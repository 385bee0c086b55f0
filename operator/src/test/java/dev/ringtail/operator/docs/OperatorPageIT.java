// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.operator.Setting;
import dev.ringtail.operator.event.EventReason;
import dev.ringtail.operator.http.Metric;
import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.status.JobReason;
import dev.ringtail.operator.status.NodeProblem;
import dev.ringtail.operator.testing.RenderedChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compares the operator's page with the code. With {@code -Dringtail.generate=true} it writes the
 * generated parts instead.
 */
class OperatorPageIT {
  private static final Pattern SECTION =
      Pattern.compile("(<!-- generated: ([a-z]+) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private static final Path PAGE = RenderedChart.root().resolve("docs/OPERATOR.md");

  @Test
  void shouldSayWhatTheCodeSays() throws IOException {
    Map<String, String> sections = new TreeMap<>(sections());
    String expected =
        SECTION
            .matcher(Files.readString(PAGE))
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1) + sections.remove(found.group(2)) + found.group(3)));
    assertThat(sections).as("sections without a place on the page").isEmpty();
    if (Boolean.getBoolean("ringtail.generate")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE).as("made anew as its head says").hasContent(expected);
  }

  private static Map<String, String> sections() {
    return Map.of(
        "reasons",
        table(
            List.of("reason", "meaning"),
            JobReason.values(),
            reason -> List.of(code(reason.text()), reason.meaning())),
        "problems",
        table(
            List.of("reason", "meaning"),
            NodeProblem.values(),
            problem -> List.of(code(problem.text()), problem.meaning())),
        "deadlines",
        deadlines(),
        "events",
        table(
            List.of("reason", "type", "meaning"),
            EventReason.values(),
            event -> List.of(code(event.text()), event.type(), event.meaning())),
        "metrics",
        table(
            List.of("metric", "type", "labels", "meaning"),
            Metric.values(),
            metric ->
                List.of(
                    code(metric.exposedName()),
                    type(metric),
                    metric.labels().stream()
                        .map(OperatorPageIT::code)
                        .collect(Collectors.joining(", ")),
                    metric.help())),
        "settings",
        table(
            List.of("variable", "default", "meaning"),
            Setting.values(),
            setting ->
                List.of(
                    code(setting.name()),
                    setting
                        .fallback()
                        .map(value -> value.isEmpty() ? "empty" : code(value))
                        .orElse("must be set"),
                    setting.meaning())));
  }

  private static String type(Metric metric) {
    return metric.kind() == Metric.Kind.TIMER
        ? "histogram"
        : metric.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String deadlines() {
    Deadlines deadlines = Deadlines.DEFAULT;
    return "| for | seconds | then |\n|---|---|---|\n"
        + deadline(
            "a pod, or a report", deadlines.notice().toSeconds(), "`AgentsReady` names the node")
        + deadline(
            "the first packet of a node",
            deadlines.prepare().toSeconds(),
            "the node has failed; the job goes on without it")
        + deadline(
            "a report of a node that captures",
            deadlines.silence().toSeconds(),
            "the node has failed; the job ends without it")
        + deadline(
            "delivery, when the job was deleted",
            deadlines.deletion().toSeconds(),
            "the job goes, with an Event `GraceOver`")
        + deadline(
            "the end of the agents' pods after that",
            deadlines.farewell().toSeconds(),
            "the job goes");
  }

  private static String deadline(String what, long seconds, String then) {
    return "| %s | %d | %s |\n".formatted(what, seconds, then);
  }

  private static <T> String table(List<String> heads, T[] values, Function<T, List<String>> cells) {
    return row(heads)
        + "|---".repeat(heads.size())
        + "|\n"
        + Arrays.stream(values).map(cells).map(OperatorPageIT::row).collect(Collectors.joining());
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
