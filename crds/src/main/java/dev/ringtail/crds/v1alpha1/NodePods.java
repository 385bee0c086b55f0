// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Pods of a node. An empty list is written as such: server-side apply makes null of an object that
 * loses its only field.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodePods(
    @Size(max = 500)
        @JsonPropertyDescription(
            "The pods that match now; the operator follows them. May be empty between two pods.")
        List<PodRef> pods) {

  public NodePods {
    pods = pods == null ? List.of() : List.copyOf(pods);
  }
}
