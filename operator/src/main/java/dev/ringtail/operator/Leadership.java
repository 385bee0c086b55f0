// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which replica acts. A leader that cannot renew its lease ends at once, before another one may
 * take over: the lease holds longer than it tries to renew it.
 */
final class Leadership {
  /** The name of the Lease. */
  static final String LEASE = "ringtail-operator";

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
  private static final Duration HOLDS = Duration.ofSeconds(15);
  private static final Duration RENEWS_WITHIN = Duration.ofSeconds(10);
  private static final Duration RETRIES = Duration.ofSeconds(2);

  private final OperatorSettings settings;
  private final Runnable onLoss;
  private volatile boolean leading;
  private volatile boolean ending;

  /**
   * @param onLoss ends the process
   */
  Leadership(OperatorSettings settings, Runnable onLoss) {
    this.settings = settings;
    this.onLoss = onLoss;
  }

  LeaderElectionConfiguration configuration() {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(LEASE)
        .withLeaseNamespace(settings.namespace())
        .withIdentity(settings.pod())
        .withLeaseDuration(HOLDS)
        .withRenewDeadline(RENEWS_WITHIN)
        .withRetryPeriod(RETRIES)
        .withExitOnStopLeading(false)
        .withLeaderCallbacks(
            new LeaderCallbacks(
                this::leads, this::leadsNoMore, leader -> LOG.info("{} leads", leader)))
        .build();
  }

  boolean isLeading() {
    return leading;
  }

  /** From now on, not leading any more is meant. */
  void end() {
    ending = true;
  }

  /**
   * Lets another replica lead at once instead of when the lease runs out. To be called when nothing
   * is reconciled any more.
   */
  void handOver(KubernetesClient client) {
    try {
      Lease lease = client.leases().inNamespace(settings.namespace()).withName(LEASE).get();
      if (lease != null && settings.pod().equals(lease.getSpec().getHolderIdentity())) {
        lease.getSpec().setHolderIdentity("");
        client.resource(lease).update();
      }
    } catch (KubernetesClientException e) {
      LOG.warn("the lease {} is not given back; it runs out by itself: {}", LEASE, e.getMessage());
    }
  }

  private void leads() {
    leading = true;
  }

  private void leadsNoMore() {
    boolean lost = leading && !ending;
    leading = false;
    if (lost) {
      LOG.error("the lease {} could not be renewed; ending, so that another can lead", LEASE);
      onLoss.run();
    }
  }
}
