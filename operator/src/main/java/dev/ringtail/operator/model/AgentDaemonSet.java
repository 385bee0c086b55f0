// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.S3Output;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The DaemonSet of a job: an agent on each of its nodes. It is named node by node, as node names
 * are not always what the label of the hostname says, and updated on delete only, so that a new
 * node does not restart the agents of the others.
 */
public final class AgentDaemonSet {
  /** Says what the specification was made from; an equal one needs no write. */
  public static final String HASH_ANNOTATION = "ringtail.dev/spec-hash";

  private static final String SPOOL = "/var/lib/ringtail";
  private static final String BPF_FILE_SYSTEM = "/sys/fs/bpf";

  /** Memory of an agent beside its rings, in bytes. */
  private static final long BESIDE_RINGS = 256L << 20;

  /** Seconds that an agent may take to detach and to put the node in order. */
  private static final long TERMINATION_SECONDS = 60;

  private final AgentTemplate template;
  private final String namespace;

  /**
   * @param template what the pods of all agents have
   * @param namespace the operator's own, where agents run
   */
  public AgentDaemonSet(AgentTemplate template, String namespace) {
    this.template = template;
    this.namespace = namespace;
  }

  /**
   * The DaemonSet as it should be.
   *
   * @param nodes at least one
   * @param owner the operator's Deployment, if there is one
   */
  public DaemonSet of(CaptureJob job, Collection<String> nodes, Optional<OwnerReference> owner) {
    DaemonSet daemonSet =
        new DaemonSetBuilder()
            .withNewMetadata()
            .withName(JobNames.daemonSet(job))
            .withNamespace(namespace)
            .withLabels(JobNames.agentLabels(job))
            .withAnnotations(JobNames.annotations(job))
            .withOwnerReferences(owner.stream().toList())
            .endMetadata()
            .withNewSpec()
            .withNewSelector()
            .addToMatchLabels(JobNames.JOB_UID_LABEL, job.getMetadata().getUid())
            .endSelector()
            .withNewUpdateStrategy()
            .withType("OnDelete")
            .endUpdateStrategy()
            .withNewTemplate()
            .withNewMetadata()
            .withLabels(JobNames.agentLabels(job))
            .withAnnotations(JobNames.annotations(job))
            .endMetadata()
            .withSpec(pod(job, nodes))
            .endTemplate()
            .endSpec()
            .build();
    daemonSet
        .getMetadata()
        .getAnnotations()
        .put(HASH_ANNOTATION, JobNames.hash(daemonSet.getSpec().toString()));
    return daemonSet;
  }

  private PodSpec pod(CaptureJob job, Collection<String> nodes) {
    AgentTemplate.Values values = template.values();
    return new PodSpecBuilder()
        .withServiceAccountName(template.serviceAccount())
        .withHostNetwork(true)
        .withHostPID(true)
        .withDnsPolicy("ClusterFirstWithHostNet")
        .withTerminationGracePeriodSeconds(TERMINATION_SECONDS)
        .withPriorityClassName(values.priorityClassName())
        .withTolerations(values.tolerations())
        .withNodeSelector(values.nodeSelector())
        .withImagePullSecrets(values.imagePullSecrets())
        .withNewAffinity()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .withNodeSelectorTerms(new TreeSet<>(nodes).stream().map(AgentDaemonSet::term).toList())
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .endAffinity()
        .withContainers(container(job))
        .withVolumes(volumes(job))
        .build();
  }

  /** Terms are alternatives; each takes one name only. */
  private static NodeSelectorTerm term(String node) {
    return new NodeSelectorTermBuilder()
        .addNewMatchField()
        .withKey("metadata.name")
        .withOperator("In")
        .withValues(node)
        .endMatchField()
        .build();
  }

  private Container container(CaptureJob job) {
    return new ContainerBuilder()
        .withName("agent")
        .withImage(template.image())
        .withImagePullPolicy(template.pullPolicy())
        .withArgs("node")
        .withEnv(
            new EnvVarBuilder()
                .withName("RINGTAIL_NODE")
                .withNewValueFrom()
                .withNewFieldRef()
                .withApiVersion("v1")
                .withFieldPath("spec.nodeName")
                .endFieldRef()
                .endValueFrom()
                .build(),
            variable("RINGTAIL_JOB_NAMESPACE", job.getMetadata().getNamespace()),
            variable("RINGTAIL_JOB_NAME", job.getMetadata().getName()),
            variable("RINGTAIL_JOB_UID", job.getMetadata().getUid()),
            variable("RINGTAIL_SPOOL", SPOOL))
        .withResources(resources(job))
        .withSecurityContext(template.values().securityContext())
        .withVolumeMounts(mounts(job))
        .build();
  }

  private static EnvVar variable(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }

  /** The kernel charges rings to the agent, so its memory follows the job's buffer. */
  private ResourceRequirements resources(CaptureJob job) {
    Quantity memory =
        new Quantity(Long.toString(job.getSpec().buffer().memory().bytes() + BESIDE_RINGS));
    return new ResourceRequirementsBuilder(template.values().resources())
        .addToRequests("memory", memory)
        .addToLimits("memory", memory)
        .build();
  }

  private List<Volume> volumes(CaptureJob job) {
    List<Volume> volumes = new ArrayList<>();
    volumes.add(
        new VolumeBuilder()
            .withName("spool")
            .withNewHostPath()
            .withPath(template.spoolPath())
            .withType("DirectoryOrCreate")
            .endHostPath()
            .build());
    volumes.add(
        new VolumeBuilder()
            .withName("bpf")
            .withNewHostPath()
            .withPath(BPF_FILE_SYSTEM)
            .endHostPath()
            .build());
    volumes.add(
        new VolumeBuilder()
            .withName("tmp")
            .withNewEmptyDir()
            .withMedium("Memory")
            .endEmptyDir()
            .build());
    S3Output s3 = job.getSpec().output().s3();
    if (s3.credentialsSecretRef() != null) {
      volumes.add(secret("credentials", JobNames.credentials(job)));
    }
    if (s3.caBundleSecretRef() != null) {
      volumes.add(secret("ca", JobNames.certificates(job)));
    }
    return volumes;
  }

  private static Volume secret(String volume, String name) {
    return new VolumeBuilder()
        .withName(volume)
        .withNewSecret()
        .withSecretName(name)
        .endSecret()
        .build();
  }

  private static List<VolumeMount> mounts(CaptureJob job) {
    List<VolumeMount> mounts = new ArrayList<>();
    mounts.add(mount("spool", SPOOL, false));
    mounts.add(mount("bpf", BPF_FILE_SYSTEM, false));
    mounts.add(mount("tmp", "/tmp", false));
    S3Output s3 = job.getSpec().output().s3();
    if (s3.credentialsSecretRef() != null) {
      mounts.add(mount("credentials", "/etc/ringtail/credentials", true));
    }
    if (s3.caBundleSecretRef() != null) {
      mounts.add(mount("ca", "/etc/ringtail/ca", true));
    }
    return mounts;
  }

  private static VolumeMount mount(String volume, String path, boolean readOnly) {
    return new VolumeMountBuilder()
        .withName(volume)
        .withMountPath(path)
        .withReadOnly(readOnly ? true : null)
        .build();
  }
}
