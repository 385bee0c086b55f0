// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.e2e.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The cluster through its users' tool. */
final class Kubectl {
  static final ObjectMapper JSON = new ObjectMapper();

  private Kubectl() {}

  static Command.Result run(String... words) {
    List<String> all = new ArrayList<>(List.of("kubectl"));
    all.addAll(List.of(words));
    return Command.run(all);
  }

  /** What a command that must succeed prints. */
  static String ok(String... words) {
    Command.Result result = run(words);
    if (result.exitCode() != 0) {
      throw new AssertionError(
          "kubectl " + String.join(" ", words) + " failed: " + result.output());
    }
    return result.output();
  }

  /** An object or a list, as JSON. */
  static JsonNode get(String... words) {
    List<String> all = new ArrayList<>(List.of("get", "-o", "json"));
    all.addAll(List.of(words));
    return parse(ok(all.toArray(String[]::new)));
  }

  static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + json, e);
    }
  }

  /** Applies a document, which may be refused. */
  static Command.Result apply(String namespace, JsonNode document, String... options) {
    try {
      Path file = Files.createTempFile("ringtail-", ".json");
      try {
        Files.writeString(file, JSON.writeValueAsString(document));
        List<String> words =
            new ArrayList<>(List.of("-n", namespace, "apply", "-f", file.toString()));
        words.addAll(List.of(options));
        return run(words.toArray(String[]::new));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
