// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.cluster.TargetWords.Kind;
import dev.ringtail.cli.cluster.TargetWords.Named;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.crds.v1alpha1.NodeTarget;
import dev.ringtail.crds.v1alpha1.PodTarget;
import dev.ringtail.crds.v1alpha1.Selector;
import dev.ringtail.crds.v1alpha1.SelectorRequirement;
import dev.ringtail.crds.v1alpha1.Target;
import dev.ringtail.crds.yaml.Spelling;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Finds what a command line names, and makes a job's target of it. */
public final class Targets {
  private final Cluster cluster;

  public Targets(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * @throws CommandException if nothing, or too much, is named; or what is named is not there, with
   *     the closest name that is
   */
  public Target resolve(TargetWords words) {
    List<Named> named = words.named();
    if (named.isEmpty() == words.selector().isEmpty()) {
      throw CommandException.usage(
          named.isEmpty()
              ? "whose packets? name pod/NAME, deploy/NAME, sts/NAME, ds/NAME or node/NAME, pods by -l SELECTOR, or nodes by --nodes -l SELECTOR"
              : "name a target or select by -l, not both");
    }
    boolean isNodes = named.isEmpty() ? words.isOfNodes() : named.getFirst().kind() == Kind.NODE;
    if (!named.isEmpty() && words.isOfNodes()) {
      throw CommandException.usage("--nodes goes with -l SELECTOR; a node's name is node/NAME");
    }
    if (!isNodes && !words.interfaces().isEmpty()) {
      throw CommandException.usage(
          "-i names interfaces of nodes; pods are captured on the interfaces they have");
    }
    if (isNodes) {
      return nodes(named, words);
    }
    return named.isEmpty()
        ? podsBy(SelectorText.parse(words.selector().orElseThrow()))
        : pods(named);
  }

  private Target nodes(List<Named> named, TargetWords words) {
    if (named.isEmpty()) {
      Selector selector = SelectorText.parse(words.selector().orElseThrow());
      return new Target(new NodeTarget(selector, List.of(), words.interfaces()), null);
    }
    named.forEach(this::requireNode);
    return new Target(
        new NodeTarget(null, named.stream().map(Named::name).toList(), words.interfaces()), null);
  }

  /**
   * Who may capture nodes need not be allowed to read them; the operator finds them in any case.
   */
  private void requireNode(Named node) {
    try {
      this.<Node>required(node, client -> client.nodes().withName(node.name()));
    } catch (ClusterException e) {
      if (e.kind() != ClusterException.Kind.RIGHT) {
        throw e;
      }
    }
  }

  private Target pods(List<Named> named) {
    Named first = named.getFirst();
    String namespace = cluster.namespace();
    return switch (first.kind()) {
      case POD -> {
        for (Named one : named) {
          Pod pod =
              this.<Pod>required(
                  one, client -> client.pods().inNamespace(namespace).withName(one.name()));
          refuseHostNetwork(one, pod.getSpec());
        }
        yield new Target(null, new PodTarget(null, named.stream().map(Named::name).toList()));
      }
      case DEPLOYMENT -> {
        Deployment found =
            this.<Deployment>required(
                first,
                client ->
                    client.apps().deployments().inNamespace(namespace).withName(first.name()));
        refuseHostNetwork(first, found.getSpec().getTemplate().getSpec());
        yield podsBy(selector(found.getSpec().getSelector()));
      }
      case STATEFUL_SET -> {
        StatefulSet found =
            this.<StatefulSet>required(
                first,
                client ->
                    client.apps().statefulSets().inNamespace(namespace).withName(first.name()));
        refuseHostNetwork(first, found.getSpec().getTemplate().getSpec());
        yield podsBy(selector(found.getSpec().getSelector()));
      }
      case DAEMON_SET -> {
        DaemonSet found =
            this.<DaemonSet>required(
                first,
                client -> client.apps().daemonSets().inNamespace(namespace).withName(first.name()));
        refuseHostNetwork(first, found.getSpec().getTemplate().getSpec());
        yield podsBy(selector(found.getSpec().getSelector()));
      }
      case NODE -> throw new IllegalStateException("nodes are no pods");
    };
  }

  private static Target podsBy(Selector selector) {
    return new Target(null, new PodTarget(selector, List.of()));
  }

  private <T extends HasMetadata> T required(
      Named named, Function<KubernetesClient, Resource<T>> question) {
    String text = named.kind().word() + "/" + named.name();
    T found = cluster.ask("read " + text, client -> question.apply(client).get());
    if (found != null) {
      return found;
    }
    List<String> names = new ClusterListing(cluster).names(named.kind());
    throw CommandException.refused(
        "there is no %s%s%s"
            .formatted(
                text,
                named.kind() == Kind.NODE ? "" : " in namespace " + cluster.namespace(),
                Spelling.suggestion(named.name(), names)));
  }

  private static void refuseHostNetwork(Named named, PodSpec spec) {
    if (spec != null && Boolean.TRUE.equals(spec.getHostNetwork())) {
      throw CommandException.refused(
          "%s/%s is on the network of its node%s; capture that node: node/NAME"
              .formatted(
                  named.kind().word(),
                  named.name(),
                  spec.getNodeName() == null ? "" : " " + spec.getNodeName()));
    }
  }

  private static Selector selector(LabelSelector selector) {
    return new Selector(
        selector.getMatchLabels() == null ? Map.of() : selector.getMatchLabels(),
        selector.getMatchExpressions() == null
            ? List.of()
            : selector.getMatchExpressions().stream()
                .map(
                    requirement ->
                        new SelectorRequirement(
                            requirement.getKey(),
                            operator(requirement.getOperator()),
                            requirement.getValues()))
                .toList());
  }

  private static SelectorRequirement.Operator operator(String text) {
    return Arrays.stream(SelectorRequirement.Operator.values())
        .filter(operator -> operator.text().equals(text))
        .findFirst()
        .orElseThrow(() -> CommandException.refused("operator %s is not known".formatted(text)));
  }
}
