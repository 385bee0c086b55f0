// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.generate;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.ringtail.crds.rule.ByteRange;
import dev.ringtail.crds.rule.SpecRules;
import dev.ringtail.crds.rule.TimeRange;
import dev.ringtail.crds.rule.Timestamp;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.CpuList;
import dev.ringtail.crds.value.TimeSpan;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRuleBuilder;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Adds to a generated schema what fabric8's annotations cannot say: value types, their rules, list
 * types, formats, and the descriptions of the top. Walks the schema and the records side by side.
 */
final class SchemaFinish {
  private SchemaFinish() {}

  static void finish(CustomResourceDefinition crd, Class<?> kind) {
    JSONSchemaProps root = crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
    describe(root, kind);
    orderColumns(crd, kind);
    root.setRequired(List.of("spec"));
    List<Class<?>> parts =
        Stream.of(((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments())
            .<Class<?>>map(Class.class::cast)
            .toList();
    JSONSchemaProps spec = root.getProperties().get("spec");
    describe(spec, parts.get(0));
    finish(spec, parts.get(0));
    JSONSchemaProps status = root.getProperties().get("status");
    describe(status, parts.get(1));
    finish(status, parts.get(1));
  }

  /** Columns in the order of their annotations; the generator sorts them by path. */
  private static void orderColumns(CustomResourceDefinition crd, Class<?> kind) {
    List<String> names =
        Stream.of(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
            .map(AdditionalPrinterColumn::name)
            .toList();
    crd.getSpec()
        .getVersions()
        .getFirst()
        .getAdditionalPrinterColumns()
        .sort(Comparator.comparingInt(column -> names.indexOf(column.getName())));
  }

  private static void describe(JSONSchemaProps schema, Class<?> type) {
    schema.setDescription(type.getAnnotation(JsonClassDescription.class).value());
  }

  private static void finish(JSONSchemaProps schema, Class<?> record) {
    for (Field field : record.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        finish(schema.getProperties().get(field.getName()), field);
      }
    }
  }

  private static void finish(JSONSchemaProps schema, Field field) {
    Class<?> type = field.getType();
    if (type == ByteCount.class) {
      bytes(schema, field.getAnnotation(ByteRange.class));
    } else if (type == TimeSpan.class) {
      span(schema, field.getAnnotation(TimeRange.class));
    } else if (type == CpuList.class) {
      cpus(schema);
    } else if (type == Integer.class || type == int.class) {
      schema.setFormat("int32");
    } else if (type == Long.class || type == long.class) {
      schema.setFormat("int64");
    } else if (field.isAnnotationPresent(Timestamp.class)) {
      schema.setFormat("date-time");
    } else if (type == List.class) {
      list(schema, field);
    } else if (type.isRecord()) {
      finish(schema, type);
    }
  }

  private static void list(JSONSchemaProps schema, Field field) {
    Class<?> type =
        (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
    if (type == Condition.class) {
      conditions(schema);
      return;
    }
    schema.setXKubernetesListType("atomic");
    if (type.isRecord()) {
      finish(schema.getItems().getSchema(), type);
    }
  }

  private static void bytes(JSONSchemaProps schema, ByteRange range) {
    schema.setType(null);
    schema.setXKubernetesIntOrString(true);
    schema.setAnyOf(
        List.of(
            new JSONSchemaPropsBuilder().withType("integer").build(),
            new JSONSchemaPropsBuilder().withType("string").build()));
    schema.setMaxLength(24L);
    rule(
        schema,
        "string(self).matches('%s') && quantity(string(self)).compareTo(quantity('%s')) >= 0"
                .formatted(ByteCount.PATTERN, range.min())
            + " && quantity(string(self)).compareTo(quantity('%s')) <= 0".formatted(range.max()),
        SpecRules.message(range));
  }

  private static void span(JSONSchemaProps schema, TimeRange range) {
    schema.setMaxLength((long) TimeSpan.MAX_LENGTH);
    rule(
        schema,
        "self.matches('%s') && duration(self) >= duration('%s') && duration(self) <= duration('%s')"
            .formatted(TimeSpan.PATTERN, range.min(), range.max()),
        SpecRules.message(range));
  }

  private static void cpus(JSONSchemaProps schema) {
    schema.setMaxLength((long) CpuList.MAX_LENGTH);
    rule(
        schema,
        "self.matches('%s') && self.split(',').all(r, !r.contains('-') || int(r.split('-')[0]) <="
                .formatted(CpuList.PATTERN)
            + " int(r.split('-')[1]))",
        CpuList.RULE);
  }

  private static void rule(JSONSchemaProps schema, String rule, String message) {
    schema
        .getXKubernetesValidations()
        .add(new ValidationRuleBuilder().withRule(rule).withMessage(message).build());
  }

  /** As in Kubernetes' own objects: keyed by type, so that each writer owns its own. */
  private static void conditions(JSONSchemaProps schema) {
    schema.setXKubernetesListType("map");
    schema.setXKubernetesListMapKeys(List.of("type"));
    schema.setMaxItems(16L);
    JSONSchemaProps item = schema.getItems().getSchema();
    item.setRequired(List.of("lastTransitionTime", "message", "reason", "status", "type"));
    text(item, "type", 316, "What the condition is about.");
    text(item, "reason", 1024, "Why, in one word.");
    text(item, "message", 32768, "Why, in a sentence, and what to do.");
    text(item, "status", null, "True, False or Unknown.");
    item.getProperties()
        .get("status")
        .setEnum(Stream.of("True", "False", "Unknown").<JsonNode>map(TextNode::valueOf).toList());
    text(item, "lastTransitionTime", null, "When status last changed.");
    item.getProperties().get("lastTransitionTime").setFormat("date-time");
    JSONSchemaProps generation = item.getProperties().get("observedGeneration");
    generation.setDescription("The metadata.generation that the condition speaks of.");
    generation.setFormat("int64");
    generation.setMinimum(0.0);
  }

  private static void text(JSONSchemaProps item, String name, Integer maxLength, String words) {
    JSONSchemaProps schema = item.getProperties().get(name);
    schema.setDescription(words);
    schema.setMaxLength(maxLength == null ? null : maxLength.longValue());
  }
}
