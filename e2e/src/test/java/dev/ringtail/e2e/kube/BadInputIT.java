// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is wrong is refused by the API server, or said by a condition with what to do. */
class BadInputIT extends KindSuite {
  private static final JobDocument GOOD = Jobs.onNode(Node.workers().getFirst(), 47100);

  @Test
  void shouldRefuseWhatTheDefinitionDoesNotAllow() {
    assertThat(namespace.refusal(GOOD.with("fliter.chain", "eth"), "--validate=strict"))
        .contains("unknown field \"spec.fliter\"");
    assertThat(namespace.refusal(GOOD.with("target.pods.names", List.of("a"))))
        .contains("nodes")
        .contains("pods");
    assertThat(namespace.refusal(GOOD.with("target", Map.of()))).contains("spec.target");
    assertThat(namespace.refusal(GOOD.with("limits.duration", "-5s"))).contains("duration");
  }

  @Test
  void shouldAnswerKubectlWithTheColumnOfAFilterError() {
    assertThat(namespace.refusal(GOOD.with("filter.chain", "eth/ipv4/tpc")))
        .contains("filters.ringtail.dev")
        .contains("column 10")
        .contains("did you mean tcp?");
  }

  @Test
  void shouldNameASecretThatIsMissingOrLacksItsKeys() {
    namespace.kubectl("create", "secret", "generic", "empty", "--from-literal=user=me");

    JsonNode missing =
        refused(namespace.apply(GOOD.with("output.s3.credentialsSecretRef.name", "nowhere")));
    JsonNode incomplete =
        refused(
            namespace.apply(
                GOOD.named("incomplete").with("output.s3.credentialsSecretRef.name", "empty")));

    assertThat(Job.condition(missing, "Accepted").path("message").asText()).contains("nowhere");
    assertThat(Job.condition(incomplete, "Accepted").path("message").asText())
        .contains("AWS_ACCESS_KEY_ID");
  }

  @Test
  void shouldNameTheBucketTheStoreAndItsErrorBeforeAnythingIsAttached() {
    Job job = namespace.apply(GOOD.with("output.s3.bucket", "no-such-bucket"));

    JsonNode status = job.awaitPhase("Failed");

    assertThat(Job.condition(status, "Failed").path("message").asText())
        .contains("no-such-bucket")
        .contains("s3.lab.svc:9000")
        .contains("NoSuchBucket");
    assertThat(status.at("/counts/seen").asLong()).isZero();
  }

  @Test
  void shouldSayForWhichNodesItWaits() {
    Job job =
        namespace.apply(
            GOOD.without("target.nodes.names")
                .with("target.nodes.selector", Map.of("matchLabels", Map.of("pool", "moon"))));

    JsonNode status =
        job.until(
            "waits for nodes",
            now ->
                Job.condition(now, "AgentsReady")
                    .path("reason")
                    .asText()
                    .equals("WaitingForNodes"));

    assertThat(Job.condition(status, "AgentsReady").path("message").asText()).contains("moon");
  }

  private static JsonNode refused(Job job) {
    return job.until(
        "refused",
        status -> Job.condition(status, "Accepted").path("status").asText().equals("False"));
  }
}
