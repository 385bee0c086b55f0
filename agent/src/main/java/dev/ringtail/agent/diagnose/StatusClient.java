// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.status.AgentStatus;
import java.io.IOException;
import java.net.Proxy;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Asks a running agent for its status over its management endpoint. */
public final class StatusClient {
  private static final int PATIENCE_MS = (int) TimeUnit.SECONDS.toMillis(5);

  private final URI funnel;
  private final ObjectMapper mapper = new ObjectMapper();

  /**
   * @param url of the endpoint, such as {@code http://127.0.0.1:40123}
   */
  public StatusClient(String url) {
    funnel = URI.create(url + "/funnel");
  }

  /**
   * @throws IOException when it does not answer
   */
  public AgentStatus status() throws IOException {
    URLConnection connection = funnel.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(PATIENCE_MS);
    connection.setReadTimeout(PATIENCE_MS);
    try (var in = connection.getInputStream()) {
      return mapper.readValue(
          new String(in.readAllBytes(), StandardCharsets.UTF_8), AgentStatus.class);
    }
  }

  /** Two statuses so far apart, and what happened between them. */
  public Observation watch(double seconds) throws IOException, InterruptedException {
    AgentStatus before = status();
    TimeUnit.MILLISECONDS.sleep((long) (seconds * TimeUnit.SECONDS.toMillis(1)));
    return new Observation(before, status());
  }
}
