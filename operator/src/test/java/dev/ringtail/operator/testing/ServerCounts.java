// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many requests have written what, by the API server's own count.
 *
 * @param writes by resource, as {@code capturejobs/status}
 */
public record ServerCounts(Map<String, Long> writes) {
  private static final Pattern REQUESTS =
      Pattern.compile("^apiserver_request_total\\{(.*)} (\\S+)$", Pattern.MULTILINE);
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "APPLY", "DELETE");

  /** As they are now. */
  public static ServerCounts of(KubernetesClient client) {
    Map<String, Long> writes = new HashMap<>();
    Matcher requests = REQUESTS.matcher(client.raw("/metrics"));
    while (requests.find()) {
      Map<String, String> labels = new HashMap<>();
      Matcher label = LABEL.matcher(requests.group(1));
      while (label.find()) {
        labels.put(label.group(1), label.group(2));
      }
      if (WRITING.contains(labels.getOrDefault("verb", ""))) {
        String sub = labels.getOrDefault("subresource", "");
        String resource = labels.get("resource") + (sub.isEmpty() ? "" : "/" + sub);
        writes.merge(resource, (long) Double.parseDouble(requests.group(2)), Long::sum);
      }
    }
    return new ServerCounts(writes);
  }

  /** What came since. */
  public ServerCounts since(ServerCounts before) {
    Map<String, Long> more = new HashMap<>();
    writes.forEach((resource, now) -> more.put(resource, now - before.of(resource)));
    return new ServerCounts(more);
  }

  /** Requests that have written such a resource. */
  public long of(String resource) {
    return writes.getOrDefault(resource, 0L);
  }
}
