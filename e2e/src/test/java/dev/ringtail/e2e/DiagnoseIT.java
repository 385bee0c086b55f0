// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.lab.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures with something wrong with them, built on purpose, and what diagnose says. */
class DiagnoseIT {
  private static final int REFUSED = 3;

  /** 12 MB/s for as long as anybody looks. */
  private static final List<String> FLOOD =
      List.of(
          Project.tool("ringtail-flood"),
          "--interface",
          "tx0",
          "--count",
          "1000000",
          "--pps",
          "20000",
          "--sizes",
          "600");

  @TempDir private Path folder;

  @Test
  void shouldNameTheCpuThatReceivesAllAndReadsToo() throws Exception {
    String job = job("same", "0", "memory: 16Mi, spool: 64Mi", folder.resolve("out"), "8Mi");
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = AgentProcess.capturing(lab, "-f", job, "--management-port", "0")) {
      Process traffic = blast(lab, 64);
      try {
        JsonNode report = diagnose(lab, "--pid", "" + agent.pid());

        assertThat(report.path("seen").asLong()).isPositive();
        assertThat(finding(report, "receive", "unevenly").path("evidence").asText())
            .contains("CPU 0 saw 100 % of the packets");
        assertThat(finding(report, "reader", "shares CPU 0").path("evidence").asText())
            .contains("ready to run and had to wait");
      } finally {
        traffic.destroy();
        traffic.waitFor();
      }
      agent.terminate().exitCode();
    }
  }

  @Test
  void shouldNameTheStoreThatIsFull() throws Exception {
    Path store = Files.createDirectory(folder.resolve("store"));
    Command.ok("mount", "-t", "tmpfs", "-o", "size=4m", "none", store.toString());
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            AgentProcess.capturing(
                lab,
                "-i",
                "rx0",
                "--output",
                "dir:" + store,
                "--spool",
                folder.resolve("spool").toString(),
                "--spool-size",
                "32Mi",
                "--segment-size",
                "4Mi",
                "--memory",
                "16Mi",
                "--management-port",
                "0")) {
      lab.flood(0, "--count", "100000", "--pps", "30000", "--sizes", "1000");
      JsonNode report = diagnose(lab, "--pid", "" + agent.pid());

      JsonNode refused = finding(report, "store", "takes no objects");
      assertThat(refused.path("evidence").asText()).contains("No space left on device");
      assertThat(refused.path("advice").asText()).contains(store.toString());
      agent.signal("KILL");
      agent.exitCode();
    } finally {
      Command.ok("umount", store.toString());
    }
  }

  @Test
  void shouldNameTheStoreThatIsSlowerThanTheReaders() throws Exception {
    try (S3Lab store = new S3Lab(folder);
        AgentProcess agent =
            store.capturing(
                "--segment-size", "1Mi", "--spool-size", "64Mi", "--management-port", "0")) {
      store
          .proxy()
          .always(
              head -> head.method().equals("PUT") && head.target().contains(".pcapng"),
              new Fault.Slow(Duration.ofSeconds(2)));
      Process traffic = store.lab().startInSender(FLOOD.toArray(String[]::new));
      try {
        JsonNode report = diagnose(store.lab(), "--pid", "" + agent.pid());

        assertThat(finding(report, "store", "slower than the readers").path("evidence").asText())
            .contains("captured")
            .contains("delivered");
      } finally {
        traffic.destroy();
        traffic.waitFor();
        store.proxy().heal();
      }
      assertThat(agent.terminate().exitCode()).as(agent.errors()).isZero();
    }
  }

  /**
   * Frames of 1500 bytes as fast as a CPU can make them, one reader, on the other CPU, and a spool
   * that is not full before diagnose has looked.
   */
  @Test
  void shouldNameTheReaderThatIsSlowerThanItsRing() throws Exception {
    Path memory = Lab.folder();
    String job = job("slow", "1", "memory: 16Mi, spool: 6Gi", memory, "64Mi");
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent = AgentProcess.capturing(lab, "-f", job, "--management-port", "0")) {
      Process traffic = blast(lab, 1500);
      try {
        JsonNode report = diagnose("1s", lab, "--pid", "" + agent.pid());

        assertThat(finding(report, "reader", "Reader 0").path("evidence").asText())
            .contains("the ring of CPU")
            .contains("was full for");
      } finally {
        traffic.destroy();
        traffic.waitFor();
      }
      agent.signal("KILL");
      agent.exitCode();
    } finally {
      try (Stream<Path> files = Files.walk(memory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  @Test
  void shouldSayThatTheFilterWantsNothing() throws Exception {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            AgentProcess.capturing(
                lab,
                "-i",
                "rx0",
                "--pcap",
                "tcp port 1",
                "--output",
                "dir:" + folder,
                "--spool-size",
                "64Mi",
                "--memory",
                "16Mi",
                "--management-port",
                "0")) {
      Process traffic = lab.startInSender(FLOOD.toArray(String[]::new));
      try {
        finding(diagnose(lab, "--pid", "" + agent.pid()), "receive", "wants none of the packets");
      } finally {
        traffic.destroy();
        traffic.waitFor();
      }
      assertThat(agent.terminate().exitCode()).isZero();
    }
  }

  @Test
  void shouldSayThatNothingIsWrong() throws Exception {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            AgentProcess.capturing(
                lab,
                "-i",
                "rx0",
                "--output",
                "dir:" + folder,
                "--spool",
                folder.resolve("spool").toString(),
                "--spool-size",
                "64Mi",
                "--memory",
                "16Mi",
                "--management-port",
                "0")) {
      JsonNode report = diagnose(lab, "--spool", folder.resolve("spool").toString());

      assertThat(report.path("lost").asLong()).isZero();
      finding(report, "receive", "No packet reaches the hook");
      assertThat(agent.terminate().exitCode()).isZero();
    }
  }

  @Test
  void shouldSayHowToStartAnAgentThatCanBeAsked() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess agent =
            AgentProcess.capturing(
                lab,
                "-i",
                "rx0",
                "--output",
                "dir:" + folder,
                "--spool-size",
                "64Mi",
                "--memory",
                "16Mi");
        AgentProcess asked = AgentProcess.start(lab, "diagnose", "--pid", "" + agent.pid());
        AgentProcess nobody = AgentProcess.start(lab, "diagnose", "--port", "1")) {
      assertThat(asked.exitCode()).isEqualTo(REFUSED);
      assertThat(asked.errors())
          .contains("no agent with a management endpoint works in ")
          .contains("--management-port 0");
      assertThat(nobody.exitCode()).isEqualTo(REFUSED);
      assertThat(nobody.errors()).contains("http://127.0.0.1:1 does not answer");
      agent.terminate().exitCode();
    }
  }

  /** A document of a capture on rx0 whose packets CPU 0 receives. */
  private String job(String name, String readerCpu, String buffer, Path out, String segmentSize)
      throws IOException {
    return Files.writeString(
            folder.resolve("job.yaml"),
            """
            apiVersion: ringtail.dev/v1alpha1
            kind: CaptureJob
            metadata: {name: %s, namespace: test}
            spec:
              target: {nodes: {interfaces: [rx0]}}
              placement: {receiveCpus: "0", readerCpus: "%s"}
              buffer: {%s}
              output: {directory: {path: %s}, segment: {size: %s}}
            """
                .formatted(name, readerCpu, buffer, out, segmentSize))
        .toString();
  }

  /** Frames as fast as CPU 0 can make them, which also receives them. */
  private static Process blast(Lab lab, int length) throws IOException {
    return lab.startInSender(
        Project.tool("ringtail-pktgen"),
        "--interface",
        "tx0",
        "--dst-mac",
        "02:00:00:00:00:99",
        "--cpu",
        "0",
        "--length",
        "" + length,
        "--seconds",
        "60");
  }

  private static JsonNode diagnose(Lab lab, String... more) throws IOException {
    return diagnose("4s", lab, more);
  }

  private static JsonNode diagnose(String watch, Lab lab, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("diagnose", "--json", "--watch", watch));
    words.addAll(List.of(more));
    try (AgentProcess diagnose = AgentProcess.start(lab, words.toArray(String[]::new))) {
      assertThat(diagnose.exitCode()).as(diagnose.errors()).isZero();
      return new ObjectMapper().readTree(diagnose.output());
    }
  }

  private static JsonNode finding(JsonNode report, String stage, String words) {
    for (JsonNode finding : report.path("findings")) {
      if (finding.path("stage").asText().equals(stage)
          && finding.path("what").asText().contains(words)) {
        return finding;
      }
    }
    throw new AssertionError("nothing about " + words + " in " + report);
  }
}
