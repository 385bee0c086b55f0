// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.StatusBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagementServerIT {
  private static final AgentStatus STATUS = new StatusBuilder().build();

  @TempDir private Path spool;
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void shouldAnswerWhereItsNoteSays() throws Exception {
    try (ManagementServer server = ManagementServer.start(0, spool, "run-1", () -> STATUS)) {
      ManagementAddress address = ManagementAddress.of(spool);

      assertThat(address)
          .isEqualTo(new ManagementAddress(ProcessHandle.current().pid(), server.port(), "run-1"));
      assertThat(get(address.url() + "/readyz").body()).isEqualTo("capturing\n");
      assertThat(get(address.url() + "/metrics").headers().firstValue("content-type"))
          .contains("text/plain; version=0.0.4; charset=utf-8");
      assertThat(get(address.url() + "/nope").statusCode()).isEqualTo(404);
      assertThat(
              client
                  .send(
                      HttpRequest.newBuilder(URI.create(address.url() + "/funnel"))
                          .POST(HttpRequest.BodyPublishers.noBody())
                          .build(),
                      HttpResponse.BodyHandlers.discarding())
                  .statusCode())
          .isEqualTo(405);
    }
    assertThat(spool).isEmptyDirectory();
  }

  @Test
  void shouldSayWhenPortIsTaken() throws Exception {
    try (ManagementServer server = ManagementServer.start(0, spool, "run-1", () -> STATUS)) {
      assertThatThrownBy(() -> ManagementServer.start(server.port(), spool, "run-2", () -> STATUS))
          .isInstanceOf(ManagementException.class)
          .hasMessageContaining("127.0.0.1:" + server.port())
          .hasMessageContaining("--management-port");
    }
  }

  @Test
  void shouldFindWhereCpuTimeGoes() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    Thread busy = Thread.ofPlatform().name("busy-one").start(() -> spin(stop));
    try (ManagementServer server = ManagementServer.start(0, spool, "run-1", () -> STATUS)) {
      String url = "http://127.0.0.1:" + server.port() + "/debug/profile?seconds=2&format=";
      List<CompletableFuture<HttpResponse<String>>> both =
          Stream.generate(() -> request(url + "collapsed")).limit(2).toList();

      List<HttpResponse<String>> answers = both.stream().map(CompletableFuture::join).toList();
      assertThat(answers)
          .as("one at a time")
          .extracting(HttpResponse::statusCode)
          .containsExactlyInAnyOrder(200, 409);
      assertThat(answers)
          .filteredOn(answer -> answer.statusCode() == 200)
          .first()
          .extracting(HttpResponse::body, STRING)
          .containsPattern("busy-one;.*ManagementServerIT.spin.* \\d+");
      assertThat(get(url + "svg").body()).startsWith("<svg").contains("ManagementServerIT.spin");
    } finally {
      stop.set(true);
      busy.join();
    }
  }

  private CompletableFuture<HttpResponse<String>> request(String url) {
    return client.sendAsync(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static long spin(AtomicBoolean stop) {
    long sum = 0;
    while (!stop.get()) {
      sum += System.nanoTime();
    }
    return sum;
  }

  private HttpResponse<String> get(String url) throws Exception {
    return request(url).get();
  }
}
