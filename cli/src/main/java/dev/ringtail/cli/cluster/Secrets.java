// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Secrets that a job names, where the user may read them. */
public final class Secrets {
  private final Cluster cluster;

  public Secrets(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * What a Secret of the job's namespace holds.
   *
   * @return empty if it is not there, or the user has no right to read it
   */
  public Optional<Map<String, String>> read(String namespace, String name) {
    Secret secret;
    try {
      secret =
          cluster.ask(
              "read Secret " + name,
              client -> client.secrets().inNamespace(namespace).withName(name).get());
    } catch (ClusterException e) {
      if (e.kind() == ClusterException.Kind.RIGHT) {
        return Optional.empty();
      }
      throw e;
    }
    if (secret == null || secret.getData() == null) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    secret
        .getData()
        .forEach(
            (key, value) ->
                values.put(
                    key, new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8)));
    return Optional.of(values);
  }
}
