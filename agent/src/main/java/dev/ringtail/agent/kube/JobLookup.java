// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import dev.ringtail.crds.v1alpha1.NodeCapture;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Asks the API server about other jobs. */
public final class JobLookup {
  private final KubernetesClient client;

  public JobLookup(KubernetesClient client) {
    this.client = client;
  }

  /** Whether the server says that no node has a part of this job; false when it cannot be asked. */
  public boolean isGone(String namespace, String uid) {
    try {
      return client
          .resources(NodeCapture.class)
          .inNamespace(namespace)
          .withLabel(NodeIdentity.UID_LABEL, uid)
          .list()
          .getItems()
          .isEmpty();
    } catch (KubernetesClientException e) {
      return false;
    }
  }
}
