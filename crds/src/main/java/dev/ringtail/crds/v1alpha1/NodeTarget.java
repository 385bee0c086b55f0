// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Scope;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/**
 * Nodes and their interfaces. Without a cluster ({@link Scope#STANDALONE}) the node is this
 * machine: {@code selector} and {@code names} may be left out and are not looked at.
 */
@ValidationRule(value = "has(self.selector) != has(self.names)", message = NodeTarget.EXACTLY_ONE)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeTarget(
    @JsonPropertyDescription(
            "Nodes whose labels match. An empty selector, {}, matches every node. Nodes that begin"
                + " to match while the job runs are captured as well.")
        Selector selector,
    @Size(min = 1, max = 1000)
        @JsonPropertyDescription("Nodes by name, as kubectl get nodes prints it.")
        List<@Size(min = 1, max = 253) String> names,
    @Size(min = 1, max = 32)
        @JsonPropertyDescription(
            "Interfaces by name, or by a glob such as ens*. A glob never matches lo. Absent: the"
                + " interface of the default route.")
        List<@Size(min = 1, max = 64) @Pattern(NodeTarget.INTERFACE) String> interfaces)
    implements Checked {

  static final String INTERFACE = "^[^/\\s]+$";
  static final String EXACTLY_ONE =
      "name exactly one of selector and names; selector: {} means every node";

  public NodeTarget {
    names = names == null ? List.of() : List.copyOf(names);
    interfaces = interfaces == null ? List.of() : List.copyOf(interfaces);
  }

  @Override
  public void check(Violations violations) {
    violations.unless(
        (selector != null) == names.isEmpty() || violations.scope() == Scope.STANDALONE,
        EXACTLY_ONE);
  }
}
