// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.operator.model.AmbientRule;
import dev.ringtail.operator.status.JobReason;
import dev.ringtail.operator.testing.Cluster;
import dev.ringtail.operator.testing.Jobs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CredentialsIT {
  private Instant now = Instant.parse(Jobs.CREATED);

  @Test
  void shouldSeeARotatedKeyWithinAMinuteAndNotAskMoreOften() {
    try (Cluster cluster = new Cluster()) {
      InstantSource time = () -> now;
      Clock clock = time.withZone(ZoneOffset.UTC);
      Credentials credentials = new Credentials(cluster.client(), AmbientRule.NONE, clock);
      CaptureJob job = Jobs.named(cluster.namespace(), "rotate");
      cluster.secret("ca", Map.of("ca.crt", "-----BEGIN CERTIFICATE-----\n"));

      assertThat(credentials.of(job).keys())
          .isEqualTo(Map.of("AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret"));
      assertThat(credentials.of(job).certificates()).containsOnlyKeys("ca.crt");

      cluster.secret(
          "s3",
          Map.of(
              "AWS_ACCESS_KEY_ID", "other",
              "AWS_SECRET_ACCESS_KEY", "secret",
              "AWS_SESSION_TOKEN", "token",
              "NOT_OURS", "x"));
      now = now.plus(Duration.ofSeconds(59));
      assertThat(credentials.of(job).keys()).containsEntry("AWS_ACCESS_KEY_ID", "key");
      now = now.plus(Duration.ofSeconds(1));
      assertThat(credentials.of(job).keys())
          .isEqualTo(
              Map.of(
                  "AWS_ACCESS_KEY_ID", "other",
                  "AWS_SECRET_ACCESS_KEY", "secret",
                  "AWS_SESSION_TOKEN", "token"));
      assertThat(credentials.of(job).toString()).doesNotContain("other", "secret", "token");

      cluster.client().secrets().inNamespace(cluster.namespace()).withName("s3").delete();
      now = now.plus(Credentials.REFRESH);
      assertThat(credentials.of(job).verdict().reason()).isEqualTo(JobReason.SECRET_MISSING);
    }
  }
}
