// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.XdpFeatures;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.bpf.BpfObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host is said to be able to do is so. */
class PreflightIT {
  private static final int REFUSED = 3;

  @TempDir private Path folder;

  @Test
  void shouldReportNativeXdpOfVeth() throws IOException {
    assumeTrue(
        XdpFeatures.of(LibC.if_nametoindex("lo")).isPresent(),
        "kernels before 6.3 do not tell the XDP modes of a driver");
    try (Lab lab = Lab.withPairs(2, 9000);
        AgentProcess run = preflight(lab, "-i", "rx0")) {
      assertThat(run.exitCode()).as(run.errors()).isZero();
      assertThat(check(run, "rx0", "xdp").path("finding").asText())
          .startsWith("driver veth: native, frags");
      assertThat(check(run, "rx0", "mtu").path("finding").asText()).isEqualTo("MTU 9000, in frags");
      assertThat(check(run, "rx0", "queues").path("finding").asText()).contains("1 to receive");
      assertThat(check(run, "node", "programs").path("verdict").asText()).isEqualTo("ok");
      assertThat(run.output()).doesNotContain("rx1");
    }
  }

  @Test
  void shouldNameExistingProgram() throws IOException {
    try (Lab lab = Lab.withPairs(2, 1500)) {
      String object = BpfObjects.extract(BpfObjects.NOP, folder).toString();
      lab.inReceiver("ip", "link", "set", "rx0", "xdpdrv", "object", object, "section", "xdp");
      try (AgentProcess both = preflight(lab, "-i", "rx*");
          AgentProcess any = preflight(lab)) {
        assertThat(both.exitCode()).isEqualTo(KernelRelease.running().hasTcx() ? 0 : REFUSED);
        assertThat(check(both, "rx0", "program").path("finding").asText())
            .matches(
                "runs XDP program \\d+ \"ringtail_nop\" \\(native\\), which is not replaced.*");
        assertThat(check(both, "rx1", "program").path("verdict").asText()).isEqualTo("ok");
        assertThat(any.exitCode()).as("one interface is enough").isZero();
      }
    }
  }

  @Test
  void shouldRefuseSpoolAndMemoryThatDoNotFit() {
    try (Lab lab = Lab.withPairs(1, 1500);
        AgentProcess run =
            AgentProcess.start(
                lab,
                "preflight",
                "--memory",
                "1Mi",
                "--spool",
                folder.toString(),
                "--spool-size",
                "16Ti")) {
      assertThat(run.exitCode()).isEqualTo(REFUSED);
      assertThat(run.output())
          .containsPattern("failed +memory .*--memory")
          .containsPattern("failed +spool .*--spool-size")
          .contains("captures cannot run on this node");
    }
  }

  @Test
  void shouldSayWhenThereIsNoInterface() {
    try (Lab lab = Lab.withPairs(0, 1500);
        AgentProcess run = AgentProcess.start(lab, "preflight", "--spool", folder.toString())) {
      assertThat(run.exitCode()).isEqualTo(REFUSED);
      assertThat(run.output()).contains("captures cannot run: there is no interface but lo");
    }
  }

  private AgentProcess preflight(Lab lab, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("preflight", "--json", "--spool", folder.toString(), "--spool-size", "16Mi"));
    words.addAll(List.of(more));
    return AgentProcess.start(lab, words.toArray(String[]::new));
  }

  private static JsonNode check(AgentProcess run, String subject, String name) throws IOException {
    run.exitCode();
    for (JsonNode check : new ObjectMapper().readTree(run.output()).path("checks")) {
      if (check.path("subject").asText().equals(subject)
          && check.path("check").asText().equals(name)) {
        return check;
      }
    }
    throw new AssertionError("no check " + name + " of " + subject + " in " + run.output());
  }
}
