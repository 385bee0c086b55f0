// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** A requirement on one label. */
@ValidationRule(
    value = "(self.operator in ['In', 'NotIn']) == has(self.values)",
    message = SelectorRequirement.VALUES)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SelectorRequirement(
    @Required @Size(min = 1, max = 316) @JsonPropertyDescription("The label's key.") String key,
    @Required @JsonPropertyDescription("How the label is compared.") Operator operator,
    @Size(min = 1, max = 32)
        @JsonPropertyDescription("Values to compare with, for the operators In and NotIn only.")
        List<@Size(max = 63) String> values)
    implements Checked {

  static final String VALUES = "In and NotIn need values; Exists and DoesNotExist must have none";

  public SelectorRequirement {
    values = values == null ? List.of() : List.copyOf(values);
  }

  @Override
  public void check(Violations violations) {
    boolean compares = operator == Operator.IN || operator == Operator.NOT_IN;
    violations.unless(operator == null || compares != values.isEmpty(), VALUES);
  }

  /** How a label is compared. */
  public enum Operator {
    /** The label has one of the values. */
    @JsonProperty("In")
    IN("In"),
    /** The label is absent or has none of the values. */
    @JsonProperty("NotIn")
    NOT_IN("NotIn"),
    /** The label is there. */
    @JsonProperty("Exists")
    EXISTS("Exists"),
    /** The label is absent. */
    @JsonProperty("DoesNotExist")
    DOES_NOT_EXIST("DoesNotExist");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    /** As Kubernetes writes it. */
    public String text() {
      return text;
    }
  }
}
