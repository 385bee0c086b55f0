// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.XdpFeatures;
import dev.ringtail.agent.lab.NetworkNamespace;
import dev.ringtail.bpf.BpfObjects;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightCommandIT {
  @TempDir private Path folder;

  @Test
  void shouldReportNativeXdpOfVeth() throws Exception {
    assumeTrue(
        XdpFeatures.of(LibC.if_nametoindex("lo")).isPresent(),
        "kernels before 6.3 do not tell the XDP modes of a driver");
    try (NetworkNamespace namespace = new NetworkNamespace().withPair("va", "vb")) {
      NetworkNamespace.Output run = preflight(namespace, "-i", "va");

      assertThat(run.code()).as(run.out() + run.err()).isZero();
      assertThat(check(run, "va", "xdp").path("verdict").asText()).isEqualTo("ok");
      assertThat(check(run, "va", "xdp").path("finding").asText())
          .startsWith("driver veth: native, frags");
      assertThat(check(run, "va", "queues").path("finding").asText()).contains("1 to receive");
      assertThat(check(run, "node", "programs").path("verdict").asText()).isEqualTo("ok");
      assertThat(run.out()).doesNotContain("\"vb\"");
    }
  }

  @Test
  void shouldNameExistingProgramAndRefuse() throws Exception {
    try (NetworkNamespace namespace = new NetworkNamespace().withPair("va", "vb")) {
      String object = BpfObjects.extract(BpfObjects.NOP, folder).toString();
      assertThat(
              namespace
                  .inside("ip", "link", "set", "va", "xdpdrv", "object", object, "section", "xdp")
                  .code())
          .isZero();

      NetworkNamespace.Output run = preflight(namespace, "-i", "v*");

      assertThat(run.code()).isEqualTo(ExitCode.REFUSED.code());
      assertThat(check(run, "va", "program").path("finding").asText())
          .matches("runs XDP program \\d+ \"ringtail_nop\" \\(native\\), which is not replaced");
      assertThat(check(run, "vb", "program").path("verdict").asText()).isEqualTo("ok");
      assertThat(preflight(namespace).code()).as("one interface is enough").isZero();
    }
  }

  @Test
  void shouldRefuseSpoolAndMemoryThatDoNotFit() throws Exception {
    try (NetworkNamespace namespace = new NetworkNamespace().withPair("va", "vb")) {
      NetworkNamespace.Output run =
          namespace.agent(
              "preflight", "--memory", "1Mi", "--spool", folder.toString(), "--spool-size", "16Ti");

      assertThat(run.code()).isEqualTo(ExitCode.REFUSED.code());
      assertThat(run.out())
          .containsPattern("failed +memory .*--memory")
          .containsPattern("failed +spool .*--spool-size")
          .contains("captures cannot run on this node");
    }
  }

  @Test
  void shouldSayWhenThereIsNoInterface() throws Exception {
    try (NetworkNamespace namespace = new NetworkNamespace()) {
      NetworkNamespace.Output run = namespace.agent("preflight", "--spool", folder.toString());

      assertThat(run.code()).isEqualTo(ExitCode.REFUSED.code());
      assertThat(run.out()).contains("captures cannot run: there is no interface but lo");
    }
  }

  private NetworkNamespace.Output preflight(NetworkNamespace namespace, String... more)
      throws IOException, InterruptedException {
    String[] words = new String[more.length + 6];
    String[] common = {"preflight", "--json", "--spool", folder.toString(), "--spool-size", "16Mi"};
    System.arraycopy(common, 0, words, 0, common.length);
    System.arraycopy(more, 0, words, common.length, more.length);
    return namespace.agent(words);
  }

  private static JsonNode check(NetworkNamespace.Output run, String subject, String name)
      throws IOException {
    for (JsonNode check : new ObjectMapper().readTree(run.out()).path("checks")) {
      if (check.path("subject").asText().equals(subject)
          && check.path("check").asText().equals(name)) {
        return check;
      }
    }
    throw new AssertionError("no check " + name + " of " + subject + " in " + run.out());
  }
}
