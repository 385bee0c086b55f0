// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.RingtailOperator;
import dev.ringtail.operator.testing.AgentDouble;
import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.PodDouble;
import dev.ringtail.operator.testing.RecordingClient;
import dev.ringtail.operator.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the chart gives the operator the rights that it uses: each of them, and no other. */
class RightsIT {
  private static final String ACCOUNT = RenderedChart.RELEASE + "-operator";

  /** For a finalizer that is removed while somebody else writes, which no test can bring about. */
  private static final String RARE = "other ringtail.dev/capturejobs get";

  @Test
  void shouldGiveTheOperatorWhatItUsesAndNothingElse() {
    try (Cluster cluster = new Cluster()) {
      RenderedChart chart = RenderedChart.inNamespace(cluster.system());
      List<HasMetadata> roles =
          chart.of("ClusterRole", "Role", "ClusterRoleBinding", "RoleBinding");
      roles.forEach(role -> cluster.client().resource(role).serverSideApply());
      RecordingClient rights = new RecordingClient(cluster.system(), ACCOUNT, null);
      try (RingtailOperator operator = cluster.operator("operator-0", rights.client())) {
        operator.start();
        everything(cluster);
      } finally {
        rights.client().close();
        roles.forEach(role -> cluster.client().resource(role).delete());
      }

      assertThat(rights.refused()).as("missing").isEmpty();
      Set<String> granted = granted(chart);
      Set<String> unused = new TreeSet<>(granted);
      rights.used().forEach(one -> unused.removeAll(grantsOf(one, granted)));
      unused.remove(RARE);
      assertThat(unused).as("granted and never used").isEmpty();
    }
  }

  /** A job on nodes and one on pods, from creation to the last trace. */
  private static void everything(Cluster cluster) {
    String node = cluster.node("rights", Map.of());
    PodDouble.running(cluster, "target", node, Map.of());
    CaptureJob nodes =
        cluster.apply(
            "nodes",
            "target: {nodes: {names: [%s]}}\nttlSecondsAfterFinished: 1\n".formatted(node));
    cluster.awaitPlans(nodes, 1);
    AgentDouble agent = new AgentDouble(cluster, nodes, node);
    agent.report(Phase.CAPTURING, 1, 0);
    cluster.awaitPhase("nodes", Phase.CAPTURING);
    agent.report(Phase.COMPLETED, 1, 0);
    await().atMost(Cluster.SOON).until(() -> cluster.job("nodes") == null);

    CaptureJob pods = cluster.apply("pods", "target: {pods: {names: [target]}}\n");
    cluster.awaitPlans(pods, 1);
    await().atMost(Cluster.SOON).until(() -> cluster.daemonSet(pods).isPresent());
    cluster.client().resource(pods).delete();
    new AgentDouble(cluster, pods, node).report(Phase.COMPLETED, 1, 0);
    await().atMost(Cluster.SOON).until(() -> cluster.job("pods") == null);
  }

  private static Set<String> grantsOf(String used, Set<String> granted) {
    String elsewhere = "other" + used.substring(used.indexOf(' '));
    return granted.contains(used) ? Set.of(used) : Set.of(elsewhere);
  }

  private static Set<String> granted(RenderedChart chart) {
    Set<String> granted = new HashSet<>();
    Set<String> clusterRoles = new HashSet<>();
    Set<String> ownRoles = new HashSet<>();
    chart.of("ClusterRoleBinding").stream()
        .map(ClusterRoleBinding.class::cast)
        .filter(binding -> isOperators(binding.getSubjects()))
        .forEach(binding -> clusterRoles.add(binding.getRoleRef().getName()));
    chart.of("RoleBinding").stream()
        .map(RoleBinding.class::cast)
        .filter(binding -> isOperators(binding.getSubjects()))
        .forEach(binding -> ownRoles.add(binding.getRoleRef().getName()));
    chart.of("ClusterRole").stream()
        .map(ClusterRole.class::cast)
        .filter(role -> clusterRoles.contains(role.getMetadata().getName()))
        .forEach(role -> granted.addAll(expand("other", role.getRules())));
    chart.of("Role").stream()
        .map(Role.class::cast)
        .filter(role -> ownRoles.contains(role.getMetadata().getName()))
        .forEach(role -> granted.addAll(expand("own", role.getRules())));
    return granted;
  }

  private static boolean isOperators(List<Subject> subjects) {
    return subjects.stream().anyMatch(subject -> subject.getName().equals(ACCOUNT));
  }

  private static List<String> expand(String place, List<PolicyRule> rules) {
    List<String> all = new ArrayList<>();
    for (PolicyRule rule : rules) {
      for (String group : rule.getApiGroups()) {
        for (String resource : rule.getResources()) {
          Stream.of(rule.getVerbs().toArray(String[]::new))
              .forEach(verb -> all.add("%s %s/%s %s".formatted(place, group, resource, verb)));
        }
      }
    }
    return all;
  }
}
