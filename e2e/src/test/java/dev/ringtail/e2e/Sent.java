// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What the generator says it has sent. */
public record Sent(long packets, JsonNode ports) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public static Sent parse(String json) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      return new Sent(tree.get("sent").asLong(), tree.get("ports"));
    } catch (JsonProcessingException e) {
      throw new AssertionError("ringtail-flood printed " + json, e);
    }
  }

  /** Packets to a UDP port. */
  public long toPort(int port) {
    for (JsonNode one : ports) {
      if (one.get("port").asInt() == port) {
        return one.get("sent").asLong();
      }
    }
    return 0;
  }
}
