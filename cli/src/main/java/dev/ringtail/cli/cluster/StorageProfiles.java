// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.yaml.Spelling;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The storage profiles of a cluster: a ConfigMap in the operator's namespace with one entry for
 * each profile, which holds the fields of a job's {@code output.s3} and, where people reach the
 * store by another address than nodes, {@code downloadEndpoint}.
 */
public final class StorageProfiles {
  /** The ConfigMap's name. */
  public static final String CONFIG_MAP = "ringtail-storage-profiles";

  /** The profile that is meant where none is named. */
  public static final String DEFAULT = "default";

  private static final String DOWNLOAD_ENDPOINT = "downloadEndpoint";

  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Cluster cluster;
  private final String operatorNamespace;

  public StorageProfiles(Cluster cluster, String operatorNamespace) {
    this.cluster = cluster;
    this.operatorNamespace = operatorNamespace;
  }

  /**
   * @throws CommandException if there is no such profile, or it is not one
   */
  public StorageProfile named(String name) {
    Map<String, String> entries = entries();
    String text = entries.get(name);
    if (text == null) {
      throw CommandException.usage(
          "there is no storage profile %s in ConfigMap %s of namespace %s%s; %s"
              .formatted(
                  name,
                  CONFIG_MAP,
                  operatorNamespace,
                  Spelling.suggestion(name, entries.keySet()),
                  entries.isEmpty()
                      ? "whoever runs the cluster can make one, or name a bucket with --output s3://BUCKET/PREFIX"
                      : "there are " + String.join(", ", entries.keySet())));
    }
    return parse(name, text);
  }

  /** The one that is meant where none is named, if there is one that may be read. */
  public Optional<StorageProfile> standard() {
    try {
      return Optional.ofNullable(entries().get(DEFAULT)).map(text -> parse(DEFAULT, text));
    } catch (ClusterException e) {
      if (e.kind() == ClusterException.Kind.RIGHT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Their texts by their names, in the order of the names; none without the ConfigMap. */
  public Map<String, String> entries() {
    ConfigMap found =
        cluster.ask(
            "read the storage profiles",
            client ->
                client.configMaps().inNamespace(operatorNamespace).withName(CONFIG_MAP).get());
    return found == null || found.getData() == null ? Map.of() : new TreeMap<>(found.getData());
  }

  /**
   * @throws CommandException if the text is no profile
   */
  public StorageProfile parse(String name, String text) {
    try {
      JsonNode tree = YAML.readTree(text);
      if (!(tree instanceof ObjectNode fields)) {
        throw broken(name, "it holds no fields", null);
      }
      JsonNode endpoint = fields.remove(DOWNLOAD_ENDPOINT);
      S3Output output = YAML.treeToValue(fields, S3Output.class);
      if (output.bucket() == null) {
        throw broken(name, "it names no bucket", null);
      }
      return new StorageProfile(name, output, Optional.ofNullable(endpoint).map(JsonNode::asText));
    } catch (JsonProcessingException e) {
      throw broken(name, e.getOriginalMessage(), e);
    }
  }

  private CommandException broken(String name, String why, Throwable cause) {
    return new CommandException(
        ExitCode.REFUSED,
        "storage profile %s in ConfigMap %s of namespace %s is broken: %s; whoever runs the cluster can mend it"
            .formatted(name, CONFIG_MAP, operatorNamespace, why),
        cause);
  }
}
