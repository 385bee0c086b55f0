// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import java.util.Map;
import java.util.TreeMap;

/** What the management endpoint answers, for the test of the page about it. */
public final class PathCatalog {
  private PathCatalog() {}

  /** Descriptions by path, in order. */
  public static Map<String, String> all() {
    return new TreeMap<>(Answers.PATHS);
  }
}
