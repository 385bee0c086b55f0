// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Scope;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.ValidationRule;

/** Whose packets are captured. */
@ValidationRule(value = "has(self.nodes) != has(self.pods)", message = Target.EXACTLY_ONE)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Target(
    @JsonPropertyDescription(
            "Capture on interfaces of nodes. Needs the right to create nodes/capture in the group"
                + " ringtail.dev for the whole cluster.")
        NodeTarget nodes,
    @JsonPropertyDescription(
            "Capture on the interfaces inside pods, of the job's own namespace only. Pods that"
                + " start while the job runs are captured as well.")
        PodTarget pods)
    implements Checked {

  static final String EXACTLY_ONE = "name exactly one of nodes and pods";
  static final String NEEDS_CLUSTER =
      "pods are found by the cluster; without one, name the interfaces in nodes.interfaces";

  @Override
  public void check(Violations violations) {
    violations.unless((nodes == null) != (pods == null), EXACTLY_ONE);
    violations.unless(
        pods == null || nodes != null || violations.scope() == Scope.CLUSTER,
        "pods",
        NEEDS_CLUSTER);
  }
}
