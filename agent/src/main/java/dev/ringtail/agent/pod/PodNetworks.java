// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.pod;

import dev.ringtail.agent.kernel.NetworkNamespace;
import dev.ringtail.agent.topology.HostTree;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the network namespaces of pods. */
public final class PodNetworks {
  private static final String NAMESPACE = "/proc/%s/ns/net";

  private final HostTree tree;
  private final PodProcesses processes;

  /**
   * @param tree with the {@code /proc} of the node, all of whose processes it shows
   */
  public PodNetworks(HostTree tree) {
    this.tree = tree;
    this.processes = new PodProcesses(tree);
  }

  /**
   * Looks once for all of them.
   *
   * @param uids of pods
   * @return by uid, without those pods that run nothing here, or share the node's network
   */
  public Map<String, NetworkNamespace> find(Collection<String> uids) {
    Map<String, NetworkNamespace> found = new HashMap<>();
    String ofNode = namespace("1").map(NetworkNamespace::id).orElse("");
    processes
        .first(uids)
        .forEach(
            (uid, pid) ->
                namespace("" + pid)
                    .filter(network -> !network.id().equals(ofNode))
                    // The process may have gone and its number been taken while this looked.
                    .filter(_ -> processes.podOf(pid, List.of(uid)).isPresent())
                    .ifPresent(network -> found.put(uid, network)));
    return found;
  }

  private Optional<NetworkNamespace> namespace(String pid) {
    return NetworkNamespace.of(tree.path(NAMESPACE.formatted(pid)));
  }
}
