// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where jobs without a Secret may use the nodes' own identity; without entries, nowhere.
 *
 * @param allow namespaces with the buckets that jobs in them may write to
 */
public record AmbientRule(List<Entry> allow) {
  /** Nobody may use the nodes' own identity. */
  public static final AmbientRule NONE = new AmbientRule(null);

  public AmbientRule {
    allow = allow == null ? List.of() : List.copyOf(allow);
  }

  /**
   * One namespace with its buckets.
   *
   * @param namespace the name of the namespace
   * @param buckets the names of the buckets
   */
  public record Entry(String namespace, List<String> buckets) {
    public Entry {
      buckets = buckets == null ? List.of() : List.copyOf(buckets);
    }
  }

  /** Whether jobs of the namespace may write to the bucket with the nodes' own identity. */
  public boolean allows(String namespace, String bucket) {
    return allow.stream()
        .anyMatch(entry -> entry.namespace().equals(namespace) && entry.buckets().contains(bucket));
  }

  /**
   * Reads the file of the chart's values.
   *
   * @throws SettingException if the file cannot be read or is not such a file
   */
  public static AmbientRule read(Optional<Path> file) {
    if (file.isEmpty()) {
      return NONE;
    }
    try {
      AmbientRule rule =
          new KubernetesSerialization().unmarshal(Files.readString(file.get()), AmbientRule.class);
      return rule == null ? NONE : rule;
    } catch (IOException | KubernetesClientException | IllegalArgumentException e) {
      throw new SettingException(
          "RINGTAIL_AMBIENT=%s cannot be read: %s".formatted(file.get(), e.getMessage()), e);
    }
  }
}
