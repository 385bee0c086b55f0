// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * What is wrong is refused by the API server, or said by a condition with what to do, within ten
 * seconds of the apply.
 */
class BadInputIT extends KindSuite {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final JobDocument GOOD = Jobs.onNode(Node.workers().getFirst(), 47100);

  @Test
  void shouldRefuseWhatTheDefinitionDoesNotAllow() {
    assertThat(refusal(GOOD.with("fliter.chain", "eth"), "--validate=strict"))
        .contains("unknown field \"spec.fliter\"");
    assertThat(refusal(GOOD.with("target.pods.names", List.of("a"))))
        .contains("nodes")
        .contains("pods");
    assertThat(refusal(GOOD.with("target", Map.of()))).contains("spec.target");
    assertThat(refusal(GOOD.with("limits.duration", "-5s"))).contains("duration");
  }

  @Test
  void shouldAnswerKubectlWithTheColumnOfAFilterError() {
    assertThat(refusal(GOOD.with("filter.chain", "eth/ipv4/tpc")))
        .contains("filters.ringtail.dev")
        .contains("column 10")
        .contains("did you mean tcp?");
  }

  @Test
  void shouldNameASecretThatIsMissingOrLacksItsKeys() {
    namespace.kubectl("create", "secret", "generic", "empty", "--from-literal=user=me");

    JsonNode missing = notAccepted(GOOD.with("output.s3.credentialsSecretRef.name", "nowhere"));
    JsonNode incomplete =
        notAccepted(GOOD.named("incomplete").with("output.s3.credentialsSecretRef.name", "empty"));

    assertThat(Job.condition(missing, "Accepted").path("message").asText()).contains("nowhere");
    assertThat(Job.condition(incomplete, "Accepted").path("message").asText())
        .contains("AWS_ACCESS_KEY_ID");
  }

  @Test
  void shouldNameTheBucketTheStoreAndItsErrorBeforeAnythingIsAttached() {
    JsonNode status =
        shown(
            GOOD.with("output.s3.bucket", "no-such-bucket"),
            now -> now.path("phase").asText().equals("Failed"));

    assertThat(Job.condition(status, "Failed").path("message").asText())
        .contains("no-such-bucket")
        .contains("s3.lab.svc:9000")
        .contains("NoSuchBucket");
    assertThat(status.at("/counts/seen").asLong()).isZero();
  }

  @Test
  void shouldSayForWhichNodesItWaits() {
    JsonNode status =
        shown(
            GOOD.without("target.nodes.names")
                .with("target.nodes.selector", Map.of("matchLabels", Map.of("pool", "moon"))),
            now ->
                Job.condition(now, "AgentsReady")
                    .path("reason")
                    .asText()
                    .equals("WaitingForNodes"));

    assertThat(Job.condition(status, "AgentsReady").path("message").asText()).contains("moon");
  }

  private JsonNode notAccepted(JobDocument document) {
    return shown(
        document, now -> Job.condition(now, "Accepted").path("status").asText().equals("False"));
  }

  /** The status of a job that is as wanted soon after its apply. */
  private JsonNode shown(JobDocument document, Predicate<JsonNode> wanted) {
    Instant applied = Instant.now();
    JsonNode status = namespace.apply(document).until("shown", wanted);
    assertThat(Duration.between(applied, Instant.now())).isLessThanOrEqualTo(SOON);
    return status;
  }

  /** What kubectl says soon. */
  private String refusal(JobDocument document, String... options) {
    Instant applied = Instant.now();
    String refusal = namespace.refusal(document, options);
    assertThat(Duration.between(applied, Instant.now())).isLessThanOrEqualTo(SOON);
    return refusal;
  }
}
