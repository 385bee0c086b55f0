// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.e2e.Project;
import dev.ringtail.e2e.chart.ValuesPage.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The chart's values, their schema and their page say the same. */
class ChartValuesTest {
  private static final Path CHART = Project.ROOT.resolve("charts/ringtail");

  private static List<Value> values() throws IOException {
    return ValuesPage.read(Files.readAllLines(CHART.resolve("values.yaml")));
  }

  @Test
  void shouldExplainEveryValue() throws IOException {
    assertThat(values())
        .hasSizeGreaterThan(20)
        .allSatisfy(value -> assertThat(value.comment()).as(value.path()).endsWith(endOf(value)));
  }

  private static String endOf(Value value) {
    return value.comment().endsWith("`") ? "`" : ".";
  }

  @Test
  void shouldListEveryValueInTheReadme() throws IOException {
    Path file = CHART.resolve("README.md");
    String page = Files.readString(file);
    String table =
        values().stream()
            .map(Value::row)
            .collect(
                Collectors.joining(
                    "\n", "| value | default | what it does |\n|---|---|---|\n", "\n"));
    int start = page.indexOf("-->\n", page.indexOf("<!-- from")) + "-->\n".length();
    String wanted = page.substring(0, start) + table + page.substring(page.indexOf("<!-- end"));
    if (Boolean.getBoolean("ringtail.generate")) {
      Files.writeString(file, wanted);
    }
    assertThat(file).hasContent(wanted);
  }

  @Test
  void shouldHoldEveryValueInTheSchemaAndNoOther() throws IOException {
    JsonNode schema = new ObjectMapper().readTree(CHART.resolve("values.schema.json").toFile());
    TreeSet<String> described = new TreeSet<>();
    collect(schema, "", described, values().stream().map(Value::path).toList());

    assertThat(described)
        .containsExactlyInAnyOrderElementsOf(values().stream().map(Value::path).toList());
  }

  /** Adds the paths below a schema, down to where the values file has a value. */
  private static void collect(
      JsonNode schema, String path, TreeSet<String> paths, List<String> leaves) {
    if (!path.isEmpty() && (leaves.contains(path) || !schema.has("properties"))) {
      paths.add(path);
      return;
    }
    assertThat(schema.path("additionalProperties").asBoolean(true)).as(path).isFalse();
    schema
        .get("properties")
        .properties()
        .forEach(
            child ->
                collect(
                    child.getValue(),
                    path.isEmpty() ? child.getKey() : path + "." + child.getKey(),
                    paths,
                    leaves));
  }
}
