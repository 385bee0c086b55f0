// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.yaml.Spelling;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The jobs of a namespace, and their nodes' parts. */
public final class Jobs {
  /** Carries a job's uid on its NodeCaptures. */
  public static final String UID_LABEL = "ringtail.dev/job-uid";

  private static final PatchContext MERGE =
      new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build();

  private final Cluster cluster;

  public Jobs(Cluster cluster) {
    this.cluster = cluster;
  }

  /** In the order of their names. */
  public List<CaptureJob> list() {
    return list(false);
  }

  /**
   * @param isEverywhere all namespaces
   * @return in the order of namespaces and names
   */
  public List<CaptureJob> list(boolean isEverywhere) {
    return cluster
        .ask(
            "list the jobs",
            client ->
                isEverywhere
                    ? client.resources(CaptureJob.class).inAnyNamespace().list()
                    : client.resources(CaptureJob.class).inNamespace(cluster.namespace()).list())
        .getItems()
        .stream()
        .sorted(
            Comparator.comparing((CaptureJob job) -> job.getMetadata().getNamespace())
                .thenComparing(job -> job.getMetadata().getName()))
        .toList();
  }

  /**
   * @throws CommandException if there is none of that name; the closest one is named
   */
  public CaptureJob named(String name) {
    return find(name)
        .orElseThrow(
            () -> {
              cluster.requireInstalled();
              return CommandException.refused(
                  "there is no job %s in namespace %s%s"
                      .formatted(name, cluster.namespace(), Spelling.suggestion(name, names())));
            });
  }

  private List<String> names() {
    return list().stream().map(job -> job.getMetadata().getName()).toList();
  }

  public Optional<CaptureJob> find(String name) {
    return Optional.ofNullable(
        cluster.ask(
            "read job " + name,
            client ->
                client
                    .resources(CaptureJob.class)
                    .inNamespace(cluster.namespace())
                    .withName(name)
                    .get()));
  }

  /**
   * @param isTrial whether the server only says what it would do
   * @return the job as the server holds it
   */
  public CaptureJob create(CaptureJob job, boolean isTrial) {
    return cluster.ask(
        "create job " + job.getMetadata().getName(),
        client -> client.resource(job).dryRun(isTrial).create());
  }

  /** Asks a job to end early; what it has captured is kept. */
  public void stop(CaptureJob job) {
    String name = job.getMetadata().getName();
    cluster.ask(
        "stop job " + name,
        client ->
            client
                .resources(CaptureJob.class)
                .inNamespace(job.getMetadata().getNamespace())
                .withName(name)
                .patch(MERGE, "{\"spec\":{\"stop\":true}}"));
  }

  public void delete(CaptureJob job) {
    cluster.ask(
        "delete job " + job.getMetadata().getName(), client -> client.resource(job).delete());
  }

  /** Its nodes' parts, in the order of the nodes' names. */
  public List<NodeCapture> nodesOf(CaptureJob job) {
    return cluster
        .ask(
            "list the nodes of job " + job.getMetadata().getName(),
            client ->
                client
                    .resources(NodeCapture.class)
                    .inNamespace(job.getMetadata().getNamespace())
                    .withLabel(UID_LABEL, job.getMetadata().getUid())
                    .list())
        .getItems()
        .stream()
        .sorted(Comparator.comparing(node -> node.getSpec().nodeName()))
        .toList();
  }
}
