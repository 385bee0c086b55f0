// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.ringtail.e2e.Command;
import dev.ringtail.e2e.Project;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds what helm renders against files that people have read. With {@code
 * -Dringtail.generate=true} it writes them instead.
 */
class ChartIT {
  private static final Path CHART = Project.ROOT.resolve("charts/ringtail");
  private static final Path CASES = Path.of("src/test/resources/chart");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final int NONE_TO_BE_HAD = 3;

  private static String helm;

  @BeforeAll
  static void helmIsThere() {
    Command.Result found = Command.run(Project.ROOT.resolve("scripts/find-helm.sh").toString());
    if (found.exitCode() == NONE_TO_BE_HAD) {
      abort(found.output().strip());
    }
    helm = found.output().strip();
  }

  private static Command.Result render(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                helm, "template", "ringtail", CHART.toString(), "--namespace", "ringtail-system"));
    words.addAll(List.of("--kube-version", "1.34.4"));
    words.addAll(List.of(options));
    return Command.run(words);
  }

  /** Certificates and their day of renewal are new each time. */
  private static String withoutCertificates(String yaml) {
    return yaml.replaceAll("(?m)^( +(?:tls\\.crt|tls\\.key|ca\\.crt|caBundle): ).*$", "$1made-new")
        .replaceAll("(ringtail.dev/renew-after: ).*", "$1a-day");
  }

  @ParameterizedTest
  @ValueSource(strings = {"defaults", "everything", "least"})
  void shouldRenderWhatPeopleHaveRead(String name) throws IOException {
    Path golden = CASES.resolve(name + ".rendered.yaml");
    Command.Result result = render("--values", CASES.resolve(name + ".values.yaml").toString());
    assertThat(result.exitCode()).as(result.output()).isZero();

    String rendered = withoutCertificates(result.output());
    if (Boolean.getBoolean("ringtail.generate")) {
      Files.writeString(golden, rendered);
    }
    assertThat(golden)
        .as("run ./mvnw -pl e2e -am verify -Dtest=ChartIT -Dringtail.generate=true")
        .hasContent(rendered);
  }

  @ParameterizedTest
  @CsvSource({"true,keep", "false,"})
  void shouldCarryTheDefinitionsAsTheyAreGenerated(String keep, String policy) throws IOException {
    for (String file : List.of("capturejobs", "nodecaptures")) {
      JsonNode generated =
          YAML.readTree(
              Project.ROOT
                  .resolve("crds/src/main/resources/META-INF/fabric8")
                  .resolve(file + ".ringtail.dev-v1.yml")
                  .toFile());

      ObjectNode rendered = definition(file + ".ringtail.dev", "--set", "crds.keep=" + keep);

      ObjectNode metadata = (ObjectNode) rendered.get("metadata");
      assertThat(metadata.at("/annotations/helm.sh~1resource-policy").asText(null))
          .isEqualTo(policy);
      metadata.remove(List.of("annotations", "labels"));
      assertThat(typed(rendered)).isEqualTo(typed(generated));
    }
  }

  /** Numbers may be written in several ways. */
  private static CustomResourceDefinition typed(JsonNode definition)
      throws JsonProcessingException {
    return YAML.treeToValue(definition, CustomResourceDefinition.class);
  }

  private static ObjectNode definition(String name, String... options) throws IOException {
    String rendered = render(options).output();
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(rendered)) {
      while (documents.hasNext()) {
        JsonNode one = documents.next();
        if (one.path("kind").asText().equals("CustomResourceDefinition")
            && one.at("/metadata/name").asText().equals(name)) {
          return (ObjectNode) one;
        }
      }
    }
    throw new AssertionError("the chart renders no definition " + name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "operator.replicsa=2|additional properties 'replicsa' not allowed",
        "operator.replicas=0|/operator/replicas",
        "image.pullPolicy=Sometimes|/image/pullPolicy",
        "webhook.failurePolicy=ignore|/webhook/failurePolicy",
        "agent.spoolPath=var/lib|/agent/spoolPath",
        "ambientCredentials[0].namespace=shop|missing property 'buckets'",
      })
  void shouldRefuseWrongValues(String setting, String named) {
    Command.Result result = render("--set", setting);

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.output()).contains(named);
  }

  @Test
  void shouldPassHelmsOwnLint() {
    Command.Result result = Command.run(helm, "lint", "--kube-version", "1.34.4", CHART.toString());

    assertThat(result.exitCode()).as(result.output()).isZero();
  }
}
