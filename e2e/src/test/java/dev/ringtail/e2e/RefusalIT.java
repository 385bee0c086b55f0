// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What users get wrong: one clear sentence, the right exit code, nothing attached. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalIT {
  private Lab lab;
  private Path folder;

  @BeforeAll
  void makeLab() throws IOException {
    lab = Lab.withPairs(1, 1500);
    lab.inReceiver("ip", "tuntap", "add", "tun0", "mode", "tun");
    folder = Lab.folder();
  }

  @AfterAll
  void removeLab() throws IOException {
    lab.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused(3, "there is no interface rx00; did you mean rx0?", "-i", "rx00"),
        refused(3, "no interface matches 'ens*'; there are: rx0", "-i", "ens*"),
        refused(2, "tcp prot 80", "-i", "rx0", "--pcap", "tcp prot 80"),
        refused(2, "example.com", "-i", "rx0", "--pcap", "host example.com"),
        refused(2, "-z /tmp/x.sh", "-i", "rx0", "--pcap=-z /tmp/x.sh"),
        refused(2, "did you mean tcp?", "-i", "rx0", "--chain", "eth/ipv4/tpc"),
        refused(3, "buffer memory of 1.0 MiB is too little for", "-i", "rx0", "--memory", "1Mi"),
        refused(3, "is too small", "-i", "rx0", "--spool-size", "1Mi"),
        refused(3, "(15 %) must stay so", "-i", "rx0", "--spool-size", "16Ti"),
        refused(2, "Unknown options: '--interfce', 'rx0'", "--interfce", "rx0"),
        refused(2, "10 minutes", "-i", "rx0", "--duration", "10 minutes"),
        refused(2, "snapLength", "-i", "rx0", "--snap-length", "0"),
        refused(2, "XdpNativ is no capture point", "-i", "rx0", "--point", "XdpNativ"),
        refused(3, "XdpExit is not in this version", "-i", "rx0", "--point", "XdpExit"),
        refused(2, "Inward is no direction", "-i", "rx0", "--direction", "Inward"),
        refused(
            3,
            "XdpNative sees no packets that leave",
            "-i",
            "rx0",
            "--point",
            "XdpNative",
            "--direction",
            "Egress"),
        refused(3, "packets of tun0 have no Ethernet header", "-i", "tun0"),
        refused(2, "--readers 0: there can be 1 to", "-i", "rx0", "--readers", "0"));
  }

  private static Arguments refused(int code, String sentence, String... arguments) {
    return Arguments.of(code, sentence, List.of(arguments));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refusals")
  void shouldRefuseInOneSentence(int code, String sentence, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("run", "--output", "dir:" + folder));
    all.addAll(arguments);
    try (AgentProcess agent = AgentProcess.start(lab, all.toArray(String[]::new))) {
      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(code);
      assertThat(agent.errors()).contains(sentence).doesNotContain("\tat ");
    }
    assertThat(lab.attached()).doesNotContain("rx0");
    assertThat(Counted.objects(folder)).isEmpty();
  }

  @Test
  void shouldNameLineAndFieldOfADocument() throws IOException {
    Path document = folder.resolve("job.yaml");
    Files.writeString(
        document,
        """
        apiVersion: ringtail.dev/v1alpha1
        kind: CaptureJob
        metadata: {name: x}
        spec:
          target: {nodes: {interfaces: [rx0]}}
          capture: {snapLenght: 96}
        """);
    assertRefused(
        2, List.of("run", "-f", document.toString()), "job.yaml:6", "did you mean snapLength?");
  }

  @Test
  void shouldAskForAnOutput() {
    assertRefused(2, List.of("run", "-i", "rx0"), "no output is named");
  }

  @Test
  void shouldNameTheMissingCapabilities() {
    List<String> front =
        List.of(
            "ip",
            "netns",
            "exec",
            lab.receiver(),
            "setpriv",
            "--bounding-set",
            "-all",
            "--inh-caps",
            "-all",
            "--");
    try (AgentProcess agent =
        AgentProcess.start(front, "run", "-i", "rx0", "--output", "dir:" + folder)) {
      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(3);
      assertThat(agent.errors())
          .contains("CAP_NET_ADMIN and CAP_PERFMON and CAP_BPF", "run as root");
    }
  }

  @Test
  void shouldRefuseAKernelThatIsTooOld() {
    List<String> front =
        List.of("ip", "netns", "exec", lab.receiver(), "setarch", "--uname-2.6", "--");
    try (AgentProcess agent =
        AgentProcess.start(front, "run", "-i", "rx0", "--output", "dir:" + folder)) {
      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(3);
      assertThat(agent.errors()).contains("kernel 2.6", "is too old", "6.1 or newer");
    }
  }

  private void assertRefused(int code, List<String> arguments, String... words) {
    try (AgentProcess agent = AgentProcess.start(lab, arguments.toArray(String[]::new))) {
      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(code);
      assertThat(agent.errors()).contains(words).doesNotContain("\tat ");
    }
  }
}
