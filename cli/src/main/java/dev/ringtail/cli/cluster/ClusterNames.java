// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.Service;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a cluster calls its addresses: nodes by their names, pods as {@code web-1.shop}, services as
 * {@code web.shop.svc}. As much of it as the user may list: of the whole cluster, else of the
 * namespace.
 */
public final class ClusterNames {
  private final Cluster cluster;
  private final Map<String, Set<String>> names = new LinkedHashMap<>();

  public ClusterNames(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Notes who has which address now; what was noted before stays. */
  public void note() {
    for (Node node :
        allowed(() -> cluster.ask("list nodes", client -> client.nodes().list().getItems()))) {
      if (node.getStatus() != null && node.getStatus().getAddresses() != null) {
        node.getStatus().getAddresses().stream()
            .filter(address -> address.getType().endsWith("IP"))
            .forEach(address -> add(address.getAddress(), node.getMetadata().getName()));
      }
    }
    pods().forEach(this::add);
    services().forEach(this::add);
  }

  /** By address. */
  public Map<String, Set<String>> all() {
    return names;
  }

  private List<Pod> pods() {
    return everywhereOrHere(
        () -> cluster.ask("list pods", client -> client.pods().inAnyNamespace().list().getItems()),
        () ->
            cluster.ask(
                "list pods",
                client -> client.pods().inNamespace(cluster.namespace()).list().getItems()));
  }

  private List<Service> services() {
    return everywhereOrHere(
        () ->
            cluster.ask(
                "list services", client -> client.services().inAnyNamespace().list().getItems()),
        () ->
            cluster.ask(
                "list services",
                client -> client.services().inNamespace(cluster.namespace()).list().getItems()));
  }

  private void add(Pod pod) {
    if (pod.getStatus() == null
        || pod.getStatus().getPodIPs() == null
        || Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      return;
    }
    for (PodIP address : pod.getStatus().getPodIPs()) {
      add(address.getIp(), pod.getMetadata().getName() + "." + pod.getMetadata().getNamespace());
    }
  }

  private void add(Service service) {
    List<String> addresses = service.getSpec().getClusterIPs();
    if (addresses == null) {
      return;
    }
    for (String address : addresses) {
      if (!address.isEmpty() && !address.equals("None")) {
        add(
            address,
            "%s.%s.svc"
                .formatted(service.getMetadata().getName(), service.getMetadata().getNamespace()));
      }
    }
  }

  private void add(String address, String name) {
    names.computeIfAbsent(address, _ -> new LinkedHashSet<>()).add(name);
  }

  private static <T> List<T> everywhereOrHere(
      Supplier<List<T>> everywhere, Supplier<List<T>> here) {
    try {
      return everywhere.get();
    } catch (ClusterException e) {
      return allowed(here);
    }
  }

  /** Names are an extra: without the right, or the cluster, there are none. */
  private static <T> List<T> allowed(Supplier<List<T>> list) {
    try {
      return list.get();
    } catch (ClusterException e) {
      return List.of();
    }
  }
}
