// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.Vertx;
import java.net.HttpURLConnection;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the API server is there. It is asked once at a time: who waits knows when to ask again.
 */
final class ApiServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
  private static final int PATIENCE_MS = 3_000;
  private static final long PAUSE_MS = 1_000;

  private final KubernetesClient client;

  /**
   * @param config where it is, and who asks
   */
  ApiServer(Config config, Vertx vertx) {
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(config)
                    .withConnectionTimeout(PATIENCE_MS)
                    .withRequestTimeout(PATIENCE_MS)
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .withHttpClientFactory(new VertxHttpClientFactory(vertx))
            .build();
  }

  /** Whether it answers within 3 s, be it with a refusal. */
  boolean answers() {
    try {
      client.getKubernetesVersion();
      return true;
    } catch (KubernetesClientException e) {
      return e.getCode() >= HttpURLConnection.HTTP_BAD_REQUEST
          && e.getCode() < HttpURLConnection.HTTP_INTERNAL_ERROR;
    }
  }

  /** Returns once it answers, be it after hours; earlier when the thread is interrupted. */
  void await() {
    boolean isMissed = false;
    while (!answers()) {
      if (!isMissed) {
        LOG.warn("the API server {} does not answer; waiting for it", client.getMasterUrl());
        isMissed = true;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    if (isMissed) {
      LOG.info("the API server answers");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
