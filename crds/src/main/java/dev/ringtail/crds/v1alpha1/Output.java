// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Scope;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;

/** Where captured packets are delivered, and in what pieces. */
@ValidationRule(value = "!has(self.directory)", message = Output.NEEDS_NO_CLUSTER)
@ValidationRule(value = "has(self.directory) || has(self.s3)", message = Output.EXACTLY_ONE)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Output(
    @JsonPropertyDescription("A bucket of an S3-compatible object store.") S3Output s3,
    @JsonPropertyDescription(
            "A directory of the machine. Only for ringtail-agent run, without a cluster; the API"
                + " server refuses it.")
        DirectoryOutput directory,
    @Default("{}") @JsonPropertyDescription("When a segment is closed and becomes an object.")
        Segment segment)
    implements Checked {

  static final String EXACTLY_ONE = "name exactly one of s3 and directory";
  static final String NEEDS_NO_CLUSTER =
      "directory is for ringtail-agent run only; in a cluster name s3";

  public Output {
    segment = segment == null ? Segment.DEFAULT : segment;
  }

  @Override
  public void check(Violations violations) {
    if (violations.scope() == Scope.CLUSTER && directory != null) {
      violations.unless(false, NEEDS_NO_CLUSTER);
    } else {
      violations.unless((s3 == null) != (directory == null), EXACTLY_ONE);
    }
  }
}
