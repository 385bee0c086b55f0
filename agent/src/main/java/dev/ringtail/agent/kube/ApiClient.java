// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.Vertx;

/**
 * The client of the API server: the pod's service account, or what {@code KUBECONFIG} names. A
 * request is not repeated by the client: whoever sends it knows when the next one is due.
 */
public final class ApiClient {
  private static final int CONNECT_MS = 3_000;
  private static final int REQUEST_MS = 8_000;
  private static final int RECONNECT_MS = 1_000;

  private ApiClient() {}

  /**
   * Sends nothing yet. The Vert.x outlives the client.
   *
   * @param unknown is told what of the server's answers is not known
   */
  public static KubernetesClient on(Vertx vertx, UnknownParts unknown) {
    Config config =
        new ConfigBuilder(Config.autoConfigure(null))
            .withConnectionTimeout(CONNECT_MS)
            .withRequestTimeout(REQUEST_MS)
            .withRequestRetryBackoffLimit(0)
            .withWatchReconnectInterval(RECONNECT_MS)
            .withWatchReconnectLimit(-1)
            .build();
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(unknown.serialization())
        .withHttpClientFactory(new VertxHttpClientFactory(vertx))
        .build();
  }
}
