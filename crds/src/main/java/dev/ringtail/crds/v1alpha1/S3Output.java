// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A bucket of an S3-compatible object store. */
@ValidationRule(
    value = "self.bucket.matches('" + S3Output.BUCKET_PATTERN + "')",
    fieldPath = ".bucket",
    message = S3Output.BUCKET)
@ValidationRule(
    value = "!has(self.prefix) || self.prefix.matches('" + S3Output.PREFIX_PATTERN + "')",
    fieldPath = ".prefix",
    message = S3Output.PREFIX)
@ValidationRule(
    value = "!has(self.endpoint) || self.endpoint.matches('" + S3Output.ENDPOINT_PATTERN + "')",
    fieldPath = ".endpoint",
    message = S3Output.ENDPOINT)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record S3Output(
    @Required @Size(min = 3, max = 63) @JsonPropertyDescription("The bucket; it must exist.")
        String bucket,
    @Size(min = 1, max = 512)
        @JsonPropertyDescription(
            "What every object's key starts with, before the job's namespace. Without slashes at"
                + " its ends.")
        String prefix,
    @Size(min = 1, max = 64)
        @JsonPropertyDescription(
            "The region of the bucket. Absent: us-east-1, which most other stores accept.")
        String region,
    @Size(min = 1, max = 512)
        @JsonPropertyDescription(
            "The address of the store, such as https://minio.example.org:9000. Absent: AWS.")
        String endpoint,
    @Default("false")
        @JsonPropertyDescription(
            "Put the bucket into the path of a request instead of its host name, as most stores"
                + " other than AWS want it.")
        boolean forcePathStyle,
    @JsonPropertyDescription(
            "A Secret of the job's own namespace with the keys AWS_ACCESS_KEY_ID and"
                + " AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN where needed. Who creates the job"
                + " must have the right to get it. Absent: the node's own identity, where the"
                + " chart's values allow that for the namespace and bucket. Without a cluster it"
                + " is not looked at: the environment holds the same keys.")
        SecretRef credentialsSecretRef,
    @JsonPropertyDescription(
            "A Secret of the job's own namespace whose key ca.crt holds, as PEM, the certificates"
                + " to trust for the endpoint. Without a cluster it is not looked at.")
        SecretRef caBundleSecretRef,
    @JsonPropertyDescription("How the store encrypts the objects. Absent: as the bucket says.")
        ServerSideEncryption serverSideEncryption)
    implements Checked {

  static final String BUCKET_PATTERN = "^[a-z0-9][a-z0-9.-]+[a-z0-9]$";
  static final String BUCKET =
      "bucket must be 3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit"
          + " at each end";
  static final String PREFIX_PATTERN = "^[^/](.*[^/])?$";
  static final String PREFIX = "prefix must not start or end with a slash";
  static final String ENDPOINT_PATTERN = "^https?://[^/?#@ ]+/?$";
  static final String ENDPOINT =
      "endpoint must be http:// or https:// with a host and, where needed, a port";

  @Override
  public void check(Violations violations) {
    violations.unless(bucket == null || bucket.matches(BUCKET_PATTERN), "bucket", BUCKET);
    violations.unless(prefix == null || prefix.matches(PREFIX_PATTERN), "prefix", PREFIX);
    violations.unless(endpoint == null || endpoint.matches(ENDPOINT_PATTERN), "endpoint", ENDPOINT);
  }
}
