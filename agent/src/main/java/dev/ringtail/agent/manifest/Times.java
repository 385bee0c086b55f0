// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.manifest;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers of the hot side in the form of documents. */
final class Times {
  private static final long NS_PER_S = 1_000_000_000;

  private Times() {}

  /**
   * @param ns since 1970; 0 is no time and gives null
   */
  static String ofNanoseconds(long ns) {
    return ns == 0 ? null : Instant.ofEpochSecond(ns / NS_PER_S, ns % NS_PER_S).toString();
  }

  static Map<String, Long> byName(List<String> names, List<Long> counts) {
    Map<String, Long> named = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      named.put(names.get(i), counts.get(i));
    }
    return named;
  }
}
