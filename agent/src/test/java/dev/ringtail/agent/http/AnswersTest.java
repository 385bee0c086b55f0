// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.CpuTime;
import dev.ringtail.agent.status.StatusBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private AgentStatus status =
      new StatusBuilder()
          .packets(FunnelTerm.SEEN, 1000)
          .packets(FunnelTerm.RING_FULL, 7)
          .packets(FunnelTerm.WAITING, 5)
          .nicLoss("rx_missed_errors", 3)
          .cpu(4, 0, 1000, 7, 250, CpuTime.UNKNOWN)
          .reader(0, "5", 5, 1.25, 0.5)
          .spool(2, 16)
          .store(4096, "")
          .build();

  private final Answers answers = new Answers(() -> status);

  @Test
  void shouldNameMetricsByConvention() throws Exception {
    assertThat(get("/metrics"))
        .contains("ringtail_packets_total{interface=\"eth0\",stage=\"seen\"} 1000.0\n")
        .contains("ringtail_dropped_packets_total{cause=\"ring_full\",interface=\"eth0\"} 7.0\n")
        .contains("ringtail_waiting_packets{interface=\"eth0\"} 5.0\n")
        .contains("ringtail_last_packet_timestamp_seconds{interface=\"eth0\"} 1.7000000005E9\n")
        .contains(
            "ringtail_nic_losses_total{counter=\"rx_missed_errors\",interface=\"eth0\"} 3.0\n")
        .contains("ringtail_ring_waiting_bytes{cpu=\"4\"} 250.0\n")
        .contains("ringtail_reader_cpu_seconds_total{reader=\"0\"} 1.25\n")
        .contains("ringtail_reader_waited_seconds_total{reader=\"0\"} 0.5\n")
        .contains("ringtail_spool_used_bytes 2097152.0\n")
        .contains("ringtail_spool_limit_bytes 1.6777216E7\n")
        .contains("ringtail_delivered_objects_total 3.0\n")
        .contains("ringtail_delivered_bytes_total 4096.0\n")
        .contains("ringtail_store_trouble 0.0\n");
  }

  @Test
  void shouldExposeEveryMetricOfTheCatalogAndNoOther() throws Exception {
    String text = get("/metrics");

    assertThat(
            text.lines().filter(line -> line.startsWith("# TYPE ")).map(line -> line.split(" ")[2]))
        .containsExactlyInAnyOrderElementsOf(
            java.util.Arrays.stream(Metric.values()).map(Metric::exposedName).toList());
  }

  @Test
  void shouldFollowTheStatusFromScrapeToScrape() throws Exception {
    get("/metrics");
    status = new StatusBuilder().packets(FunnelTerm.SEEN, 1001).store(0, "503 SlowDown").build();

    assertThat(get("/metrics"))
        .contains("ringtail_packets_total{interface=\"eth0\",stage=\"seen\"} 1001.0\n")
        .contains("ringtail_store_trouble 1.0\n");
  }

  @Test
  void shouldGiveTheStatusBackFromJson() throws Exception {
    assertThat(new ObjectMapper().readValue(get("/funnel"), AgentStatus.class)).isEqualTo(status);
  }

  @Test
  void shouldBeReadyOnlyWhileCapturing() throws Exception {
    assertThat(answer("/readyz", Map.of()).status()).isEqualTo(200);
    status = new StatusBuilder().phase(AgentStatus.Phase.DELIVERING).build();
    assertThat(answer("/readyz", Map.of()).status()).isEqualTo(503);
    assertThat(answer("/healthz", Map.of()).status()).isEqualTo(200);
  }

  @Test
  void shouldSayWhatIsWrong() throws Exception {
    status = new StatusBuilder().failure("reader 1: java.lang.IllegalStateException").build();

    assertThat(answer("/healthz", Map.of()).status()).isEqualTo(503);
    assertThat(get("/healthz")).isEqualTo("reader 1: java.lang.IllegalStateException\n");
  }

  @Test
  void shouldRefuseWhatItDoesNotKnow() throws Exception {
    assertThat(answer("/nope", Map.of()).status()).isEqualTo(404);
    assertThat(answer("/debug/profile", Map.of("seconds", "0")).status()).isEqualTo(400);
    assertThat(answer("/debug/profile", Map.of("seconds", "x")).status()).isEqualTo(400);
    assertThat(answer("/debug/profile", Map.of("seconds", "301")).status()).isEqualTo(400);
    assertThat(answer("/debug/profile", Map.of("seconds", "1", "format", "pdf")).status())
        .isEqualTo(400);
  }

  @Test
  void shouldReadNothingAfterTheEnd() throws Exception {
    Answers ended =
        new Answers(
            () -> {
              throw new AssertionError("the rings are unmapped by now");
            });
    ended.end();

    assertThat(ended.to("/funnel", name -> null).status()).isEqualTo(503);
  }

  private String get(String path) throws Exception {
    return new String(answer(path, Map.of()).body(), StandardCharsets.UTF_8);
  }

  private Answer answer(String path, Map<String, String> parameters) throws Exception {
    return answers.to(path, parameters::get);
  }
}
