// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * What a cluster calls its addresses: nodes by their names, pods as {@code web-1.shop}, services as
 * {@code web.shop.svc}. As much of it as the user may list: of the whole cluster, else of the
 * namespace.
 */
public final class ClusterNames {
  private static final long PAGE = 200;

  private final Cluster cluster;
  private final Map<String, Set<String>> names = new LinkedHashMap<>();

  public ClusterNames(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Notes who has which address now; what was noted before stays. */
  public void note() {
    perhaps(() -> eachPage("list nodes", (client, page) -> client.nodes().list(page), this::add));
    everywhereOrHere(
        () ->
            eachPage(
                "list pods",
                (client, page) -> client.pods().inAnyNamespace().list(page),
                this::add),
        () ->
            eachPage(
                "list pods",
                (client, page) -> client.pods().inNamespace(cluster.namespace()).list(page),
                this::add));
    everywhereOrHere(
        () ->
            eachPage(
                "list services",
                (client, page) -> client.services().inAnyNamespace().list(page),
                this::add),
        () ->
            eachPage(
                "list services",
                (client, page) -> client.services().inNamespace(cluster.namespace()).list(page),
                this::add));
  }

  /** Page by page, so that a large cluster needs no large memory. */
  private <T extends HasMetadata> void eachPage(
      String doing,
      BiFunction<KubernetesClient, ListOptions, ? extends KubernetesResourceList<T>> list,
      Consumer<T> use) {
    String rest = null;
    do {
      ListOptions page = new ListOptionsBuilder().withLimit(PAGE).withContinue(rest).build();
      KubernetesResourceList<T> found =
          cluster.<KubernetesResourceList<T>>ask(doing, client -> list.apply(client, page));
      found.getItems().forEach(use);
      rest = found.getMetadata() == null ? null : found.getMetadata().getContinue();
    } while (rest != null && !rest.isEmpty());
  }

  /** By address. */
  public Map<String, Set<String>> all() {
    return names;
  }

  private void add(Node node) {
    if (node.getStatus() != null && node.getStatus().getAddresses() != null) {
      node.getStatus().getAddresses().stream()
          .filter(address -> address.getType().endsWith("IP"))
          .forEach(address -> add(address.getAddress(), node.getMetadata().getName()));
    }
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

  private static void everywhereOrHere(Runnable everywhere, Runnable here) {
    try {
      everywhere.run();
    } catch (ClusterException e) {
      perhaps(here);
    }
  }

  /** Names are an extra: without the right, or the cluster, there are none. */
  private static void perhaps(Runnable listing) {
    try {
      listing.run();
    } catch (ClusterException e) {
      // What could be listed is noted.
    }
  }
}
