// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.operator.model.FilterCheck;
import java.util.Optional;

/**
 * Answers an AdmissionReview about a CaptureJob: refused if its filter does not compile. A filter
 * that an update leaves as it is passes, whatever it says, so that a job can always be stopped.
 */
final class FilterReview {
  private static final int UNPROCESSABLE = 422;

  private final ObjectMapper mapper = new ObjectMapper();
  private final FilterCheck filters;

  FilterReview(FilterCheck filters) {
    this.filters = filters;
  }

  /**
   * The answer to a review.
   *
   * @throws JsonProcessingException if the text is not an AdmissionReview
   */
  String answer(String text) throws JsonProcessingException {
    JsonNode review = mapper.readTree(text);
    JsonNode request = review.path("request");
    JsonNode filter = request.at("/object/spec/filter");
    ObjectNode answer = mapper.createObjectNode();
    answer.set("apiVersion", review.path("apiVersion"));
    answer.set("kind", review.path("kind"));
    ObjectNode response = answer.putObject("response");
    response.set("uid", request.path("uid"));
    Optional<String> complaint =
        filter.isMissingNode() || filter.equals(request.at("/oldObject/spec/filter"))
            ? Optional.empty()
            : filters.complaint(mapper.treeToValue(filter, Filter.class));
    response.put("allowed", complaint.isEmpty());
    complaint.ifPresent(
        message ->
            response
                .putObject("status")
                .put("code", UNPROCESSABLE)
                .put("reason", "Invalid")
                .put("message", "spec.filter: " + message));
    return mapper.writeValueAsString(answer);
  }
}
