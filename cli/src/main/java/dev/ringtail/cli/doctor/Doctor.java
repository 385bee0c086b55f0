// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.doctor;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.ClusterException;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.cluster.StorageProfile;
import dev.ringtail.cli.cluster.StorageProfiles;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.PodTarget;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.Selector;
import dev.ringtail.crds.v1alpha1.Target;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Asks one thing after the other; what depends on something that is missing is not asked. */
public final class Doctor {
  private static final String OPERATOR_APP = "app.kubernetes.io/name";
  private static final String OPERATOR = "ringtail-operator";
  private static final String AGENT_ACCOUNT = "RINGTAIL_AGENT_SERVICE_ACCOUNT";
  private static final String STANDARD_AGENT_ACCOUNT = "ringtail-agent";
  private static final String NO_FILTER = "eth/no-such-protocol";

  private final Cluster cluster;
  private final Rights rights;
  private final String operatorNamespace;

  public Doctor(Cluster cluster, String operatorNamespace) {
    this.cluster = cluster;
    this.rights = new Rights(cluster);
    this.operatorNamespace = operatorNamespace;
  }

  /** In the order in which they were asked. */
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    findings.add(server());
    findings.add(definitions());
    if (findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.BAD)) {
      return findings;
    }
    findings.addAll(rights.ofUser());
    List<Deployment> operators = new ArrayList<>();
    findings.add(guarded("operator", () -> operator(operators)));
    findings.add(guarded("webhook", this::webhook));
    findings.add(
        guarded("agents' rights", () -> rights.ofAgents(operatorNamespace, account(operators))));
    findings.addAll(profiles());
    return findings;
  }

  private static Finding refused(String what, ClusterException e) {
    return e.kind() == ClusterException.Kind.RIGHT
        ? Finding.unknown(what, e.getMessage())
        : Finding.bad(what, e.getMessage());
  }

  private static Finding guarded(String what, Supplier<Finding> question) {
    try {
      return question.get();
    } catch (ClusterException e) {
      return refused(what, e);
    }
  }

  private Finding server() {
    try {
      String version =
          cluster.ask("ask its version", client -> client.getKubernetesVersion().getGitVersion());
      return Finding.good("cluster", "%s, Kubernetes %s".formatted(cluster.server(), version));
    } catch (ClusterException e) {
      return Finding.bad("cluster", e.getMessage());
    }
  }

  private Finding definitions() {
    try {
      cluster.requireInstalled();
      return Finding.good("definitions", "the cluster knows CaptureJobs and NodeCaptures");
    } catch (ClusterException e) {
      return Finding.bad("definitions", e.getMessage());
    }
  }

  private Finding operator(List<Deployment> found) {
    found.addAll(
        cluster.ask(
            "look for the operator",
            client ->
                client
                    .apps()
                    .deployments()
                    .inNamespace(operatorNamespace)
                    .withLabel(OPERATOR_APP, OPERATOR)
                    .list()
                    .getItems()));
    if (found.isEmpty()) {
      return Finding.bad(
          "operator",
          "there is none in namespace %s; install it, or name its namespace with --operator-namespace"
              .formatted(operatorNamespace));
    }
    Deployment deployment = found.getFirst();
    Integer ready =
        deployment.getStatus() == null ? null : deployment.getStatus().getReadyReplicas();
    String name = operatorNamespace + "/" + deployment.getMetadata().getName();
    return ready == null || ready == 0
        ? Finding.bad(
            "operator",
            "%s has no pod that is ready; kubectl -n %s describe pods -l %s=%s says why"
                .formatted(name, operatorNamespace, OPERATOR_APP, OPERATOR))
        : Finding.good("operator", "%s, %d ready".formatted(name, ready));
  }

  /** A job with a filter that is none must be refused; nothing is made in any case. */
  private Finding webhook() {
    CaptureJob trial = new CaptureJob();
    trial.setMetadata(
        new ObjectMetaBuilder()
            .withName("ringtail-doctor")
            .withNamespace(cluster.namespace())
            .build());
    trial.setSpec(
        new CaptureJobSpec(
            new Target(null, new PodTarget(new Selector(Map.of(), List.of()), List.of())),
            new Filter(NO_FILTER, null),
            null,
            null,
            null,
            null,
            new Output(
                new S3Output("doctor", null, null, null, false, null, null, null), null, null),
            null,
            false,
            null));
    try {
      new Jobs(cluster).create(trial, true);
    } catch (ClusterException e) {
      if (e.getMessage().contains("no-such-protocol")) {
        return Finding.good("webhook", "it compiles filters when a job is made");
      }
      throw e;
    }
    return Finding.note(
        "webhook",
        "it does not answer, so a wrong filter is found only by the operator; see webhook.enabled of the chart");
  }

  private static String account(List<Deployment> operators) {
    return operators.stream()
        .flatMap(
            deployment -> deployment.getSpec().getTemplate().getSpec().getContainers().stream())
        .flatMap(container -> container.getEnv().stream())
        .filter(variable -> variable.getName().equals(AGENT_ACCOUNT))
        .map(EnvVar::getValue)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(STANDARD_AGENT_ACCOUNT);
  }

  private List<Finding> profiles() {
    StorageProfiles profiles = new StorageProfiles(cluster, operatorNamespace);
    Map<String, String> entries;
    try {
      entries = profiles.entries();
    } catch (ClusterException e) {
      return List.of(refused("storage", e));
    }
    if (entries.isEmpty()) {
      return List.of(
          Finding.note(
              "storage",
              "there is no storage profile (ConfigMap %s in namespace %s), so captures need --output"
                  .formatted(StorageProfiles.CONFIG_MAP, operatorNamespace)));
    }
    List<Finding> findings = new ArrayList<>();
    entries.forEach((name, text) -> findings.add(profile(profiles, name, text)));
    return findings;
  }

  private static Finding profile(StorageProfiles profiles, String name, String text) {
    String what = "storage " + name;
    try {
      StorageProfile profile = profiles.parse(name, text);
      S3Output output = profile.output();
      return Finding.good(
          what,
          "s3://%s%s%s"
              .formatted(
                  output.bucket(),
                  output.prefix() == null ? "" : "/" + output.prefix(),
                  output.endpoint() == null ? "" : " at " + output.endpoint()));
    } catch (CommandException e) {
      return Finding.bad(what, e.getMessage());
    }
  }
}
