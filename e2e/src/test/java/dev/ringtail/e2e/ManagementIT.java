// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.http.ManagementAddress;
import dev.ringtail.agent.status.AgentStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running agent tells what it has counted, over HTTP. */
class ManagementIT {
  @TempDir private Path folder;

  private AgentProcess capturing(Lab lab, Path spool) {
    return AgentProcess.capturing(
        lab,
        "-i",
        "rx0",
        "--output",
        "dir:" + folder.resolve("out"),
        "--spool",
        spool.toString(),
        "--spool-size",
        "64Mi",
        "--memory",
        "16Mi",
        "--management-port",
        "0");
  }

  @Test
  void shouldCountEveryPacketWhileCapturing() throws IOException {
    Path spool = folder.resolve("spool");
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capturing(lab, spool)) {
      int port = ManagementAddress.of(spool).port();
      Sent sent = lab.flood(0, "--count", "20000", "--pps", "20000");
      Awaitility.await("the readers have all")
          .atMost(Duration.ofSeconds(20))
          .until(() -> status(lab, port).cpus().stream().allMatch(cpu -> cpu.waitingBytes() == 0));

      AgentStatus status = status(lab, port);
      assertThat(status.interfaces().getFirst().packets())
          .containsEntry("seen", sent.packets())
          .containsEntry("written", sent.packets());
      assertThat(status.cpus().stream().mapToLong(cpu -> cpu.written()).sum())
          .isEqualTo(sent.packets());
      assertThat(status.readers())
          .allMatch(reader -> reader.cpuSeconds() > 0 && !reader.allowedCpus().isEmpty());
      assertThat(get(lab, port, "/metrics"))
          .contains(
              "ringtail_packets_total{interface=\"rx0\",stage=\"written\"} "
                  + (double) sent.packets());
      assertThat(get(lab, port, "/readyz")).isEqualTo("capturing\n");
      assertThat(get(lab, port, "/debug/profile?seconds=1&format=svg")).startsWith("<svg");

      assertThat(agent.terminate().exitCode()).isZero();
      assertThat(spool).doesNotExist();
    }
  }

  @Test
  void shouldForgetAgentThatWasKilled() {
    Path spool = folder.resolve("spool");
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = capturing(lab, spool)) {
      agent.signal("KILL");
      agent.exitCode();
      assertThat(spool.resolve(ManagementAddress.FILE_NAME)).exists();
      try (AgentProcess deliver = AgentProcess.start(lab, "deliver", "--spool", spool.toString())) {
        assertThat(deliver.exitCode()).isZero();
      }
      assertThat(spool.resolve(ManagementAddress.FILE_NAME)).doesNotExist();
    }
  }

  private static AgentStatus status(Lab lab, int port) throws IOException {
    return new ObjectMapper().readValue(get(lab, port, "/funnel"), AgentStatus.class);
  }

  private static String get(Lab lab, int port, String path) {
    return lab.inReceiver("curl", "-sS", "http://127.0.0.1:" + port + path);
  }
}
