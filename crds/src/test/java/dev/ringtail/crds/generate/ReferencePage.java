// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.generate;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the reference page of the API from its CRDs: one section per object, one row per field.
 */
final class ReferencePage {
  private final StringBuilder page = new StringBuilder();

  private ReferencePage() {}

  static String of(Collection<CustomResourceDefinition> crds) {
    ReferencePage reference = new ReferencePage();
    reference.line("<!-- SPDX-License-Identifier: Apache-2.0 -->");
    reference.line("<!-- Generated from the classes of crds/, not to be edited; made anew by");
    reference.line(
        "     ./mvnw -pl crds test -Dtest=GeneratedFilesIT -Dringtail.generate=true -->");
    reference.line("");
    reference.line("# Reference of the API ringtail.dev/v1alpha1");
    reference.line("");
    reference.line(
        "Fields in bold are required. Amounts of bytes are whole numbers with one of the suffixes k,"
            + " M, G, T, Ki, Mi, Gi, Ti or none; spans of time are sums of numbers with the units h,"
            + " m, s, ms. The rules are the API server's and, where there is none, those of"
            + " `ringtail-agent run -f`.");
    crds.forEach(reference::kind);
    return reference.page.toString();
  }

  private void kind(CustomResourceDefinition crd) {
    var version = crd.getSpec().getVersions().getFirst();
    JSONSchemaProps root = version.getSchema().getOpenAPIV3Schema();
    line("");
    line("## " + crd.getSpec().getNames().getKind());
    line("");
    line(root.getDescription());
    line("");
    line(
        "Short name `%s`, category `%s`. `kubectl get` prints %s."
            .formatted(
                String.join(", ", crd.getSpec().getNames().getShortNames()),
                String.join(", ", crd.getSpec().getNames().getCategories()),
                version.getAdditionalPrinterColumns().stream()
                    .map(column -> "%s (`%s`)".formatted(column.getName(), column.getJsonPath()))
                    .collect(Collectors.joining(", "))));
    rules(root);
    String kind = crd.getSpec().getNames().getKind();
    object(kind, "spec", root.getProperties().get("spec"));
    object(kind, "status", root.getProperties().get("status"));
  }

  private void object(String kind, String path, JSONSchemaProps schema) {
    line("");
    line("### %s: %s".formatted(kind, path));
    line("");
    if (schema.getDescription() != null) {
      line(escape(schema.getDescription()));
      line("");
    }
    line("| field | type | default | meaning |");
    line("|---|---|---|---|");
    schema.getProperties().forEach((name, field) -> row(schema, name, field));
    rules(schema);
    schema
        .getProperties()
        .forEach(
            (name, field) -> {
              JSONSchemaProps inner = elements(field);
              if (!inner.getProperties().isEmpty()) {
                String suffix = inner == field ? "" : "[]";
                object(kind, path + "." + name + suffix, inner);
              }
            });
  }

  private void row(JSONSchemaProps owner, String name, JSONSchemaProps field) {
    boolean required = owner.getRequired().contains(name);
    line(
        "| %s | %s | %s | %s |"
            .formatted(
                required ? "**`%s`**".formatted(name) : "`%s`".formatted(name),
                type(field),
                field.getDefault() == null ? "" : "`%s`".formatted(field.getDefault()),
                Stream.of(
                        Stream.ofNullable(field.getDescription()),
                        bounds(field),
                        field.getXKubernetesValidations().stream()
                            .filter(rule -> field.getProperties().isEmpty())
                            .map(rule -> sentence(rule.getMessage())))
                    .flatMap(parts -> parts)
                    .map(ReferencePage::escape)
                    .collect(Collectors.joining(" "))));
  }

  private static JSONSchemaProps elements(JSONSchemaProps field) {
    return field.getItems() == null ? field : field.getItems().getSchema();
  }

  private static String type(JSONSchemaProps field) {
    if (Boolean.TRUE.equals(field.getXKubernetesIntOrString())) {
      return "bytes";
    }
    if (field.getItems() != null) {
      return "list of " + type(field.getItems().getSchema());
    }
    if (field.getAdditionalProperties() != null) {
      return "map of " + type(field.getAdditionalProperties().getSchema());
    }
    if (!field.getEnum().isEmpty()) {
      return field.getEnum().stream()
          .map(JsonNode::asText)
          .map("`%s`"::formatted)
          .collect(Collectors.joining(", "));
    }
    return "date-time".equals(field.getFormat()) ? "time" : field.getType();
  }

  private static Stream<String> bounds(JSONSchemaProps field) {
    if (field.getMinimum() != null && field.getMaximum() != null) {
      return Stream.of("From %.0f to %.0f.".formatted(field.getMinimum(), field.getMaximum()));
    }
    if (field.getMaxItems() != null) {
      return Stream.of("At most %d.".formatted(field.getMaxItems()));
    }
    return Stream.empty();
  }

  private void rules(JSONSchemaProps schema) {
    List<ValidationRule> rules = schema.getXKubernetesValidations();
    if (!rules.isEmpty()) {
      line("");
      line("Rules:");
      line("");
      rules.forEach(rule -> line("- %s%s".formatted(field(rule), escape(rule.getMessage()))));
    }
  }

  /** The field that a rule is about, where its message does not start with it. */
  private static String field(ValidationRule rule) {
    String field = rule.getFieldPath() == null ? "" : rule.getFieldPath().substring(1);
    return rule.getMessage().startsWith("must ") ? field + " " : "";
  }

  private static String sentence(String message) {
    return Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".";
  }

  private static String escape(String text) {
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;");
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
