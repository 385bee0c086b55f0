// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.operator.model.FilterCheck;
import org.junit.jupiter.api.Test;

class FilterReviewTest {
  private static final String GOOD = "{\"chain\":\"eth/ipv4\"}";
  private static final String BAD = "{\"chain\":\"eth/ipv5\"}";

  private final FilterReview reviews = new FilterReview(new FilterCheck());

  @Test
  void shouldAnswerWithTheUidOfTheRequest() throws Exception {
    JsonNode answer = answer(GOOD, null);

    assertThat(answer.at("/kind").asText()).isEqualTo("AdmissionReview");
    assertThat(answer.at("/apiVersion").asText()).isEqualTo("admission.k8s.io/v1");
    assertThat(answer.at("/response/uid").asText()).isEqualTo("17");
    assertThat(answer.at("/response/allowed").asBoolean()).isTrue();
  }

  @Test
  void shouldRefuseAFilterThatDoesNotCompile() throws Exception {
    JsonNode answer = answer(BAD, GOOD);

    assertThat(answer.at("/response/allowed").asBoolean()).isFalse();
    assertThat(answer.at("/response/status/code").asInt()).isEqualTo(422);
    assertThat(answer.at("/response/status/message").asText())
        .startsWith("spec.filter: filter, line 1, column 5: ");
  }

  @Test
  void shouldNotKeepAJobFromBeingStoppedForItsFilter() throws Exception {
    assertThat(answer(BAD, BAD).at("/response/allowed").asBoolean()).isTrue();
    assertThat(answer(null, BAD).at("/response/allowed").asBoolean()).isTrue();
  }

  @Test
  void shouldSayThatItIsNoReview() {
    assertThatThrownBy(() -> reviews.answer("<html>")).isInstanceOf(JsonProcessingException.class);
  }

  private JsonNode answer(String filter, String before) throws JsonProcessingException {
    String review =
        """
        {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
         "request": {"uid": "17", "object": {"spec": {%s}}, "oldObject": {"spec": {%s}}}}
        """
            .formatted(field(filter), field(before));
    return new ObjectMapper().readTree(reviews.answer(review));
  }

  private static String field(String filter) {
    return filter == null ? "" : "\"filter\": " + filter;
  }
}
