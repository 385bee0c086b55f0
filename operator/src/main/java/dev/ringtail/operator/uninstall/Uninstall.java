// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.uninstall;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.operator.model.JobNames;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves nothing behind that needs an operator. Jobs that run are asked to end, and their agents
 * have a minute to deliver; users' objects stay, without finalizers. Each step may find its work
 * done already.
 */
public final class Uninstall {
  private static final Logger LOG = LoggerFactory.getLogger(Uninstall.class);

  /** How long jobs may take to deliver, the operator to end, and agents to go, each. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long POLL_MS = 500;
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final KubernetesClient client;
  private final String namespace;
  private final String deployment;
  private final String lease;
  private final Optional<String> webhook;

  /**
   * @param namespace the operator's own
   * @param deployment the operator's own
   * @param lease by which the operator leads
   * @param webhook the ValidatingWebhookConfiguration, if there is one
   */
  public Uninstall(
      KubernetesClient client,
      String namespace,
      String deployment,
      String lease,
      Optional<String> webhook) {
    this.client = client;
    this.namespace = namespace;
    this.deployment = deployment;
    this.lease = lease;
    this.webhook = webhook;
  }

  /** Runs all steps; returns when nothing of Ringtail runs any more. */
  public void run() {
    webhook.ifPresent(this::removeWebhook);
    stopJobs();
    await("jobs to end", () -> jobs().stream().allMatch(CaptureJob::hasEnded));
    client.apps().deployments().inNamespace(namespace).withName(deployment).scale(0);
    await("the operator to end", () -> pods("ringtail-operator") == 0);
    jobs().forEach(this::removeCopies);
    removeDaemonSets();
    await("agents to end", () -> pods(JobNames.AGENT_APP) == 0);
    jobs().forEach(this::release);
    client.leases().inNamespace(namespace).withName(lease).delete();
  }

  /** It would refuse the changes below once nobody answers for it. */
  private void removeWebhook(String name) {
    client.admissionRegistration().v1().validatingWebhookConfigurations().withName(name).delete();
  }

  private void stopJobs() {
    for (CaptureJob job : jobs()) {
      if (!job.hasEnded()) {
        LOG.info("ending job {}/{}", job.getMetadata().getNamespace(), job.getMetadata().getName());
        client.resource(job).patch(MERGE, "{\"spec\":{\"stop\":true}}");
      }
    }
  }

  private void removeCopies(CaptureJob job) {
    for (String name : List.of(JobNames.credentials(job), JobNames.certificates(job))) {
      client.secrets().inNamespace(namespace).withName(name).delete();
    }
  }

  private void removeDaemonSets() {
    for (DaemonSet daemonSet :
        client
            .apps()
            .daemonSets()
            .inNamespace(namespace)
            .withLabel(JobNames.APP_LABEL, JobNames.AGENT_APP)
            .list()
            .getItems()) {
      client.resource(daemonSet).delete();
    }
  }

  private void release(CaptureJob job) {
    if (!job.getMetadata().getFinalizers().isEmpty()) {
      client.resource(job).patch(MERGE, "{\"metadata\":{\"finalizers\":null}}");
    }
  }

  private List<CaptureJob> jobs() {
    return client.resources(CaptureJob.class).inAnyNamespace().list().getItems();
  }

  private int pods(String application) {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel(JobNames.APP_LABEL, application)
        .list()
        .getItems()
        .size();
  }

  /** Waits for a fact, but goes on without it: an uninstallation does not hang. */
  private static void await(String what, BooleanSupplier fact) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!fact.getAsBoolean()) {
      if (System.nanoTime() > end) {
        LOG.warn("waited {} s for {}, going on without", PATIENCE.toSeconds(), what);
        return;
      }
      try {
        Thread.sleep(POLL_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
