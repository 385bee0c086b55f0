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

/** How the store encrypts objects. */
@ValidationRule(
    value = "!has(self.kmsKeyId) || self.algorithm == 'aws:kms'",
    fieldPath = ".kmsKeyId",
    message = ServerSideEncryption.KMS_KEY)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ServerSideEncryption(
    @Required
        @JsonPropertyDescription("AES256 with the store's own keys, or aws:kms with keys of a KMS.")
        Algorithm algorithm,
    @Size(min = 1, max = 2048)
        @JsonPropertyDescription("The key of the KMS, for aws:kms. Absent: the account's default.")
        String kmsKeyId)
    implements Checked {

  static final String KMS_KEY = "kmsKeyId goes with the algorithm aws:kms only";

  @Override
  public void check(Violations violations) {
    violations.unless(kmsKeyId == null || algorithm == Algorithm.AWS_KMS, "kmsKeyId", KMS_KEY);
  }

  /** As in the header {@code x-amz-server-side-encryption}. */
  public enum Algorithm {
    /** The store's own keys. */
    @JsonProperty("AES256")
    AES256,
    /** Keys of a key management service. */
    @JsonProperty("aws:kms")
    AWS_KMS
  }
}
