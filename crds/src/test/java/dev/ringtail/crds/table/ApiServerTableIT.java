// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.crds.testing.TestApiServer;
import dev.ringtail.crds.yaml.CaptureJobReader;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code # kubernetes: } in a document's header is part of the API server's answer. Documents are
 * sent as {@code kubectl apply} does, with strict field validation, as dry runs.
 */
class ApiServerTableIT {
  private static final Path TABLE = Path.of("src/test/resources");
  private static final Path SAMPLES = Path.of("samples");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String JOBS =
      "/apis/ringtail.dev/v1alpha1/namespaces/default/capturejobs"
          + "?dryRun=All&fieldValidation=Strict";

  private KubernetesClient client;

  @BeforeEach
  void connect() {
    client = TestApiServer.client();
  }

  static List<Document> valid() {
    return Document.in(TABLE, "valid-*.yaml");
  }

  static List<Document> invalid() {
    return Document.in(TABLE, "invalid-*.yaml");
  }

  static List<Document> samples() {
    return Document.in(SAMPLES, "*.yaml");
  }

  @ParameterizedTest
  @MethodSource("valid")
  void shouldAcceptAndFillInWhatTheReaderFillsIn(Document document) throws Exception {
    JsonNode accepted = create(document);

    assertThat(accepted.at("/metadata/uid").asText()).as(accepted.toString()).isNotEmpty();
    if (document.header("standalone").isEmpty()) {
      JsonNode read = JSON.valueToTree(CaptureJobReader.read(document.file()).getSpec());
      assertThat(leaves(accepted.get("spec"))).isEqualTo(leaves(read));
    }
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void shouldRefuseWithTheMessage(Document document) throws Exception {
    assertThat(create(document).path("message").asText())
        .contains(document.header("kubernetes").orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldAcceptSample(Document document) throws Exception {
    JsonNode accepted = create(document);

    assertThat(accepted.at("/metadata/uid").asText()).as(accepted.toString()).isNotEmpty();
  }

  /** Values by path, as text: an amount of bytes may be a number or a text. */
  private static Map<String, String> leaves(JsonNode tree) {
    Map<String, String> leaves = new TreeMap<>();
    collect(tree, "", leaves);
    return leaves;
  }

  private static void collect(JsonNode node, String path, Map<String, String> leaves) {
    leaves.put(path, node.asText());
    node.properties()
        .forEach(field -> collect(field.getValue(), path + "/" + field.getKey(), leaves));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), path + "/" + i, leaves);
    }
  }

  private JsonNode create(Document document) throws Exception {
    HttpClient http = client.getHttpClient();
    String body =
        http.sendAsync(
                http.newHttpRequestBuilder()
                    .uri(client.getMasterUrl().toURI().resolve(JOBS))
                    .post("application/yaml", document.text())
                    .build(),
                String.class)
            .get(30, TimeUnit.SECONDS)
            .body();
    return JSON.readTree(body);
  }
}
