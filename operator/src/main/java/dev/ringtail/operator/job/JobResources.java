// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.operator.model.AgentDaemonSet;
import dev.ringtail.operator.model.JobNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and removes what belongs to a job, by server-side apply, and only where it differs from
 * what is there.
 */
final class JobResources {
  private static final Logger LOG = LoggerFactory.getLogger(JobResources.class);
  private static final String FIELD_MANAGER = "ringtail-operator";
  private static final int WRITERS = 8;
  private static final PatchContext APPLY =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager(FIELD_MANAGER)
          .withForce(true)
          .build();

  private final KubernetesClient client;
  private final Caches caches;
  private final AgentDaemonSet daemonSets;
  private final String namespace;
  private final String deployment;
  private final Map<String, Integer> copied = new ConcurrentHashMap<>();
  private volatile Optional<OwnerReference> owner = Optional.empty();

  /**
   * @param namespace the operator's own, where agents run
   * @param deployment the operator's own Deployment, which owns what is there
   */
  JobResources(
      KubernetesClient client,
      Caches caches,
      AgentDaemonSet daemonSets,
      String namespace,
      String deployment) {
    this.client = client;
    this.caches = caches;
    this.daemonSets = daemonSets;
    this.namespace = namespace;
    this.deployment = deployment;
  }

  /**
   * What came of writing plans.
   *
   * @param taken with their status
   * @param refused the server's words by node
   */
  record Outcome(List<NodeCapture> taken, Map<String, String> refused) {}

  /** Writes plans, eight at a time. */
  Outcome write(List<NodeCapture> plans) {
    Outcome outcome = new Outcome(new ArrayList<>(), new LinkedHashMap<>());
    try (ExecutorService writers =
        Executors.newFixedThreadPool(WRITERS, Thread.ofVirtual().factory())) {
      List<Future<NodeCapture>> answers =
          plans.stream().map(plan -> writers.submit(() -> apply(plan))).toList();
      for (int i = 0; i < plans.size(); i++) {
        note(plans.get(i), answers.get(i), outcome);
      }
    }
    return outcome;
  }

  private static void note(NodeCapture plan, Future<NodeCapture> answer, Outcome outcome) {
    try {
      outcome.taken().add(answer.get());
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof KubernetesClientException known)) {
        throw new IllegalStateException("a plan could not be written", e.getCause());
      }
      if (!PlanRefusals.isRefusal(known)) {
        throw known;
      }
      outcome.refused().put(plan.getSpec().nodeName(), PlanRefusals.words(known));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while plans were written", e);
    }
  }

  /** Makes the job's status known; only what the operator owns is sent. */
  void writeStatus(CaptureJob job, CaptureJobStatus status) {
    CaptureJob patch = new CaptureJob();
    patch.setMetadata(
        new ObjectMetaBuilder()
            .withName(job.getMetadata().getName())
            .withNamespace(job.getMetadata().getNamespace())
            .withUid(job.getMetadata().getUid())
            .build());
    patch.setStatus(status);
    client.resource(patch).subresource("status").patch(APPLY);
  }

  /** Has an agent on each of the nodes. */
  void runAgents(CaptureJob job, Collection<String> nodes) {
    DaemonSet wanted = daemonSets.of(job, nodes, owner());
    boolean same =
        caches
            .daemonSet(job)
            .filter(known -> Objects.equals(hash(known), hash(wanted)))
            .isPresent();
    if (!same) {
      apply(wanted);
    }
  }

  private static String hash(DaemonSet daemonSet) {
    return daemonSet.getMetadata().getAnnotations().get(AgentDaemonSet.HASH_ANNOTATION);
  }

  /** Keeps the copies of the job's Secrets beside its agents. */
  void copySecrets(CaptureJob job, Credentials.Read read) {
    copy(job, JobNames.credentials(job), read.keys());
    copy(job, JobNames.certificates(job), read.certificates());
  }

  private void copy(CaptureJob job, String name, Map<String, String> data) {
    if (data.isEmpty() || Objects.equals(copied.get(name), data.hashCode())) {
      return;
    }
    Secret copy =
        new SecretBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .withLabels(JobNames.agentLabels(job))
            .withAnnotations(JobNames.annotations(job))
            .withOwnerReferences(owner().stream().toList())
            .endMetadata()
            .withStringData(data)
            .build();
    apply(copy);
    copied.put(name, data.hashCode());
  }

  /** Removes the copies of the job's Secrets and its DaemonSet, which tells whether it is done. */
  void removeAgents(CaptureJob job) {
    removeCopy(job.getSpec().output().s3().credentialsSecretRef(), JobNames.credentials(job));
    removeCopy(job.getSpec().output().s3().caBundleSecretRef(), JobNames.certificates(job));
    caches
        .daemonSet(job)
        .filter(known -> known.getMetadata().getDeletionTimestamp() == null)
        .ifPresent(
            known ->
                client
                    .apps()
                    .daemonSets()
                    .inNamespace(namespace)
                    .withName(known.getMetadata().getName())
                    .delete());
  }

  /** Removes DaemonSets whose job is gone, with the copies of its Secrets. */
  void removeOrphans() {
    for (DaemonSet orphan : caches.orphans()) {
      String name = orphan.getMetadata().getName();
      LOG.warn("removing {}, whose job is gone without having been ended", name);
      for (String copy : JobNames.copies(name)) {
        client.secrets().inNamespace(namespace).withName(copy).delete();
      }
      client.apps().daemonSets().inNamespace(namespace).withName(name).delete();
    }
  }

  private void removeCopy(Object reference, String name) {
    if (reference != null) {
      copied.remove(name);
      client.secrets().inNamespace(namespace).withName(name).delete();
    }
  }

  /** Removes the plans of the job with their results. */
  void removePlans(Collection<NodeCapture> plans) {
    plans.stream()
        .filter(plan -> plan.getMetadata().getDeletionTimestamp() == null)
        .forEach(plan -> client.resource(plan).delete());
  }

  /** Removes the job itself, as its time to live asks for. */
  void removeJob(CaptureJob job) {
    client
        .resources(CaptureJob.class)
        .inNamespace(job.getMetadata().getNamespace())
        .withName(job.getMetadata().getName())
        .delete();
  }

  private <T extends HasMetadata> T apply(T wanted) {
    return client.resource(wanted).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
  }

  /** The operator's Deployment, so that nothing survives an uninstall. */
  private Optional<OwnerReference> owner() {
    if (owner.isEmpty()) {
      Deployment found =
          client.apps().deployments().inNamespace(namespace).withName(deployment).get();
      owner =
          Optional.ofNullable(found)
              .map(
                  one ->
                      new OwnerReferenceBuilder()
                          .withApiVersion("apps/v1")
                          .withKind("Deployment")
                          .withName(one.getMetadata().getName())
                          .withUid(one.getMetadata().getUid())
                          .build());
    }
    return owner;
  }
}
