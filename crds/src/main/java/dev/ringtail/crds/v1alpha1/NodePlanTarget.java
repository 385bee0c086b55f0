// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.ValidationRule;

/** What one node captures. */
@ValidationRule(value = "has(self.node) != has(self.pods)", message = NodePlanTarget.EXACTLY_ONE)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodePlanTarget(
    @JsonPropertyDescription("Interfaces of the node itself.") NodeInterfaces node,
    @JsonPropertyDescription("The interfaces inside pods of the node.") NodePods pods)
    implements Checked {

  static final String EXACTLY_ONE = "name exactly one of node and pods";

  @Override
  public void check(Violations violations) {
    violations.unless((node == null) != (pods == null), EXACTLY_ONE);
  }
}
