// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Violations;
import dev.ringtail.crds.value.CpuList;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** Which CPUs of a node receive packets and which read them. */
@ValidationRule(
    value = "has(self.receiveCpus) == has(self.readerCpus)",
    message = Placement.BOTH_LISTS)
@ValidationRule(
    value = "has(self.policy) != (has(self.receiveCpus) || has(self.readerCpus))",
    message = Placement.EXACTLY_ONE)
@ValidationRule(
    value = "!has(self.maxCpus) || (has(self.policy) && self.policy in ['Split', 'Auto'])",
    fieldPath = ".maxCpus",
    message = Placement.MAX_CPUS)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Placement(
    @JsonPropertyDescription(
            "Observe, the default, changes nothing on the node. Same reads each ring on the CPU"
                + " that fills it. Split moves the interface's interrupts together and reads on"
                + " other CPUs beside them. Auto measures Observe and growing Splits and keeps the"
                + " best. What was changed is put back at the end.")
        PlacementPolicy policy,
    @Min(1)
        @Max(1024)
        @JsonPropertyDescription(
            "The most CPUs that Split and Auto may use, receiving and reading together. Absent: a"
                + " quarter of the node's.")
        Integer maxCpus,
    @JsonPropertyDescription(
            "CPUs to which the interface's interrupts are moved, such as \"0-3,8\". Instead of a"
                + " policy, together with readerCpus.")
        CpuList receiveCpus,
    @JsonPropertyDescription(
            "CPUs on which rings are read, such as \"4-7\". Instead of a policy, together with"
                + " receiveCpus.")
        CpuList readerCpus)
    implements Checked {

  static final String BOTH_LISTS = "receiveCpus and readerCpus go together";
  static final String EXACTLY_ONE = "name either a policy, or receiveCpus and readerCpus";
  static final String MAX_CPUS = "maxCpus goes with the policies Split and Auto only";

  /** What an absent {@code placement} means. */
  public static final Placement OBSERVE = new Placement(PlacementPolicy.OBSERVE, null, null, null);

  @Override
  public void check(Violations violations) {
    boolean lists = receiveCpus != null || readerCpus != null;
    violations.unless((receiveCpus == null) == (readerCpus == null), BOTH_LISTS);
    violations.unless((policy != null) != lists, EXACTLY_ONE);
    violations.unless(
        maxCpus == null || policy == PlacementPolicy.SPLIT || policy == PlacementPolicy.AUTO,
        "maxCpus",
        MAX_CPUS);
  }
}
