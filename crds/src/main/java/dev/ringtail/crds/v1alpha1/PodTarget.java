// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Pods of the job's own namespace. */
@ValidationRule(value = "has(self.selector) != has(self.names)", message = PodTarget.EXACTLY_ONE)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PodTarget(
    @JsonPropertyDescription(
            "Pods whose labels match. An empty selector, {}, matches every pod of the namespace.")
        Selector selector,
    @Size(min = 1, max = 500) @JsonPropertyDescription("Pods by name.")
        List<@Size(min = 1, max = 253) String> names)
    implements Checked {

  static final String EXACTLY_ONE =
      "name exactly one of selector and names; selector: {} means every pod of the namespace";

  public PodTarget {
    names = names == null ? List.of() : List.copyOf(names);
  }

  @Override
  public void check(Violations violations) {
    violations.unless((selector != null) == names.isEmpty(), EXACTLY_ONE);
  }
}
