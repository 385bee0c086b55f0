// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.doctor;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.ClusterException;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import java.util.List;
import java.util.stream.Collectors;

/** Asks the API server what somebody may do. */
final class Rights {
  private final Cluster cluster;

  Rights(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * A right.
   *
   * @param resource with its subresource after a slash, if it is one
   */
  private record Right(String verb, String resource) {
    String words() {
      return verb + " " + resource;
    }

    ResourceAttributes attributes(String namespace) {
      String[] parts = resource.split("/", 2);
      return new ResourceAttributesBuilder()
          .withGroup(CaptureJob.GROUP)
          .withVerb(verb)
          .withResource(parts[0])
          .withSubresource(parts.length == 1 ? null : parts[1])
          .withNamespace(namespace)
          .build();
    }
  }

  private static final List<Right> OF_USERS =
      List.of(
          new Right("create", "capturejobs"),
          new Right("get", "capturejobs"),
          new Right("list", "capturejobs"),
          new Right("patch", "capturejobs"),
          new Right("list", "nodecaptures"));

  private static final Right OF_NODES = new Right("create", "nodes/capture");

  private static final List<Right> OF_AGENTS =
      List.of(
          new Right("list", "nodecaptures"),
          new Right("watch", "nodecaptures"),
          new Right("patch", "nodecaptures/status"));

  List<Finding> ofUser() {
    return List.of(onPods(), onNodes());
  }

  private Finding onPods() {
    String what = "your rights";
    try {
      List<Right> missing =
          OF_USERS.stream().filter(right -> !userMay(right, cluster.namespace())).toList();
      return missing.isEmpty()
          ? Finding.good(what, "you may capture pods of namespace " + cluster.namespace())
          : Finding.bad(
              what,
              "in namespace %s you may not %s; the chart's cluster role ringtail-edit gives it"
                  .formatted(cluster.namespace(), words(missing)));
    } catch (ClusterException e) {
      return Finding.bad(what, e.getMessage());
    }
  }

  private Finding onNodes() {
    String what = "your rights on nodes";
    try {
      return userMay(OF_NODES, null)
          ? Finding.good(what, "you may capture nodes")
          : Finding.note(
              what,
              "you may capture pods only; for nodes you need the chart's cluster role ringtail-capture-nodes");
    } catch (ClusterException e) {
      return Finding.bad(what, e.getMessage());
    }
  }

  private boolean userMay(Right right, String namespace) {
    return cluster
        .ask(
            "ask for your rights",
            client ->
                client
                    .resource(
                        new SelfSubjectAccessReviewBuilder()
                            .withNewSpec()
                            .withResourceAttributes(right.attributes(namespace))
                            .endSpec()
                            .build())
                    .create())
        .getStatus()
        .getAllowed();
  }

  /**
   * @param account of the agents
   */
  Finding ofAgents(String operatorNamespace, String account) {
    List<Right> missing =
        OF_AGENTS.stream().filter(right -> !agentMay(right, operatorNamespace, account)).toList();
    return missing.isEmpty()
        ? Finding.good("agents' rights", "agents may read their plans and report")
        : Finding.bad(
            "agents' rights",
            "account %s of namespace %s may not %s; install the chart's roles again"
                .formatted(account, operatorNamespace, words(missing)));
  }

  private boolean agentMay(Right right, String operatorNamespace, String account) {
    return cluster
        .ask(
            "ask for the agents' rights",
            client ->
                client
                    .resource(
                        new SubjectAccessReviewBuilder()
                            .withNewSpec()
                            .withUser(
                                "system:serviceaccount:%s:%s".formatted(operatorNamespace, account))
                            .withResourceAttributes(right.attributes(cluster.namespace()))
                            .endSpec()
                            .build())
                    .create())
        .getStatus()
        .getAllowed();
  }

  private static String words(List<Right> rights) {
    return rights.stream().map(Right::words).collect(Collectors.joining(", "));
  }
}
