// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The disk between ring and store. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SpoolStatus(
    @JsonPropertyDescription("Bytes that the spool may hold.") long budgetBytes,
    @JsonPropertyDescription("Bytes in segments that wait for the store.") long waitingBytes,
    @JsonPropertyDescription("Segments that wait for the store.") int waitingSegments) {}
