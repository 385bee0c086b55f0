// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.cluster.TargetWords.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.function.Function;

/** Names of what is in a cluster. */
public final class ClusterListing {
  private final Cluster cluster;

  public ClusterListing(Cluster cluster) {
    this.cluster = cluster;
  }

  /** In the order of the server's answer; nodes of the cluster, all else of the namespace. */
  public List<String> names(Kind kind) {
    return names("list every " + kind.word(), client -> items(client, kind));
  }

  public List<String> namespaces() {
    return names("list namespaces", client -> client.namespaces().list().getItems());
  }

  private List<? extends HasMetadata> items(KubernetesClient client, Kind kind) {
    String namespace = cluster.namespace();
    return switch (kind) {
      case POD -> client.pods().inNamespace(namespace).list().getItems();
      case DEPLOYMENT -> client.apps().deployments().inNamespace(namespace).list().getItems();
      case STATEFUL_SET -> client.apps().statefulSets().inNamespace(namespace).list().getItems();
      case DAEMON_SET -> client.apps().daemonSets().inNamespace(namespace).list().getItems();
      case NODE -> client.nodes().list().getItems();
    };
  }

  private List<String> names(
      String doing, Function<KubernetesClient, List<? extends HasMetadata>> question) {
    return cluster.ask(doing, question::apply).stream()
        .map(item -> item.getMetadata().getName())
        .toList();
  }
}
