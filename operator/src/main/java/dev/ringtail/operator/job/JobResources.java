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
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and removes what belongs to a job, by server-side apply, and only where it differs from
 * what is there.
 */
final class JobResources {
  private static final Logger LOG = LoggerFactory.getLogger(JobResources.class);
  private static final String FIELD_MANAGER = "ringtail-operator";
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
  private final Map<String, Agents> known = new ConcurrentHashMap<>();
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
   * A job's DaemonSet as it should be: to make it for a thousand nodes only to see that it is there
   * already takes too long for every look.
   *
   * @param nodes where agents run
   * @param generation of the job from which it was made
   * @param hash of its specification; empty: there is none
   */
  private record Agents(Set<String> nodes, long generation, String hash) {}

  /** Writes a plan; answers it with its status. */
  NodeCapture write(NodeCapture plan) {
    return apply(plan);
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
    Agents agents =
        new Agents(
            Set.copyOf(nodes), job.getMetadata().getGeneration(), hash(caches.daemonSet(job)));
    if (agents.equals(known.get(job.getMetadata().getUid()))) {
      return;
    }
    DaemonSet wanted = daemonSets.of(job, nodes, owner());
    String hash = hash(Optional.of(wanted));
    if (!hash.equals(agents.hash())) {
      apply(wanted);
    }
    known.put(job.getMetadata().getUid(), new Agents(agents.nodes(), agents.generation(), hash));
  }

  /** Forgets what is known of the job's agents. */
  void forget(CaptureJob job) {
    known.remove(job.getMetadata().getUid());
  }

  private static String hash(Optional<DaemonSet> daemonSet) {
    return daemonSet
        .map(found -> found.getMetadata().getAnnotations().get(AgentDaemonSet.HASH_ANNOTATION))
        .orElse("");
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

  /** Removes a plan with its result. */
  void removePlan(NodeCapture plan) {
    client.resource(plan).delete();
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
