// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * The object store.
 *
 * @param location where objects go
 * @param deliveredObjects objects that it has confirmed
 * @param deliveredBytes bytes of these
 * @param trouble what it says at present, empty when all is well
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record StoreStatus(
    String location, long deliveredObjects, long deliveredBytes, String trouble) {
  @JsonIgnore
  public boolean isTroubled() {
    return !trouble.isEmpty();
  }
}
