// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.List;
import java.util.Map;

/** A label selector as in Kubernetes' own objects; what it lists must all hold. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Selector(
    @Size(max = 32) @JsonPropertyDescription("Labels that must be there with exactly these values.")
        Map<String, @Size(max = 63) String> matchLabels,
    @Size(max = 32) @JsonPropertyDescription("Requirements on labels.")
        List<SelectorRequirement> matchExpressions) {

  public Selector {
    matchLabels = matchLabels == null ? Map.of() : Map.copyOf(matchLabels);
    matchExpressions = matchExpressions == null ? List.of() : List.copyOf(matchExpressions);
  }

  /** The same selector in the client's class. */
  public LabelSelector toLabelSelector() {
    LabelSelectorBuilder builder = new LabelSelectorBuilder().withMatchLabels(matchLabels);
    for (SelectorRequirement requirement : matchExpressions) {
      builder
          .addNewMatchExpression()
          .withKey(requirement.key())
          .withOperator(requirement.operator().text())
          .withValues(requirement.values())
          .endMatchExpression();
    }
    return builder.build();
  }
}
