// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.ringtail.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A CaptureJob as somebody writes it.
 *
 * @param tree the document
 */
record JobDocument(ObjectNode tree) {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  static JobDocument parse(String yaml) {
    try {
      return new JobDocument((ObjectNode) YAML.readTree(yaml));
    } catch (IOException e) {
      throw new AssertionError(yaml, e);
    }
  }

  /** A sample of the project, its store replaced by the cluster's. */
  static JobDocument sample(String name) {
    Path file = Project.ROOT.resolve("crds/samples").resolve(name + ".yaml");
    try {
      return parse(Files.readString(file))
          .with("output.s3.endpoint", Store.ENDPOINT)
          .with("output.s3.region", Store.REGION)
          .with("output.s3.forcePathStyle", true);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The same with another value at a path of the spec, such as {@code output.s3.bucket}. */
  JobDocument with(String path, Object value) {
    ObjectNode copy = tree.deepCopy();
    ObjectNode parent = (ObjectNode) copy.get("spec");
    String[] names = path.split("\\.");
    for (int i = 0; i < names.length - 1; i++) {
      JsonNode next = parent.get(names[i]);
      parent = next == null ? parent.putObject(names[i]) : (ObjectNode) next;
    }
    parent.set(names[names.length - 1], Kubectl.JSON.valueToTree(value));
    return new JobDocument(copy);
  }

  /** The same without what is at a path of the spec. */
  JobDocument without(String path) {
    ObjectNode copy = tree.deepCopy();
    int dot = path.lastIndexOf('.');
    JsonNode parent = copy.at("/spec/" + path.substring(0, Math.max(dot, 0)).replace('.', '/'));
    ((ObjectNode) (dot < 0 ? copy.get("spec") : parent)).remove(path.substring(dot + 1));
    return new JobDocument(copy);
  }

  /** The same with another name. */
  JobDocument named(String name) {
    ObjectNode copy = tree.deepCopy();
    ((ObjectNode) copy.get("metadata")).put("name", name);
    return new JobDocument(copy);
  }

  String name() {
    return tree.at("/metadata/name").asText();
  }
}
