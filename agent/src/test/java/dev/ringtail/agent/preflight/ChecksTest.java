// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.kernel.Capabilities;
import dev.ringtail.agent.kernel.XdpFeatures;
import dev.ringtail.agent.preflight.Check.Verdict;
import dev.ringtail.agent.program.ExistingProgram;
import dev.ringtail.agent.program.KernelRelease;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChecksTest {
  private static final long MIB = 1 << 20;
  private static final int FULL_SNAP = 262144;
  private static final CapturedInterface JUMBO = new CapturedInterface("eth0", 2, 9000, "", "ena");
  private static final Optional<XdpFeatures> NATIVE = Optional.of(new XdpFeatures(1, 0));
  private static final Optional<XdpFeatures> FRAGS = Optional.of(new XdpFeatures(1 | 1 << 5, 1));
  private static final Optional<XdpFeatures> NONE = Optional.of(new XdpFeatures(0, 0));
  private static final Optional<XdpFeatures> NOT_TOLD = Optional.empty();

  @Test
  void shouldRefuseKernelOlderThan61() {
    Check check = KernelChecks.release(KernelRelease.parse("5.15.0-91-generic"), false);

    assertThat(check.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(check.finding()).isEqualTo("5.15.0-91-generic is older than 6.1");
    assertThat(check.remedy()).isEqualTo("update the node's kernel to 6.1 or newer");
  }

  @Test
  void shouldSayWhatIsMissingBelow66() {
    assertThat(KernelChecks.tcx(KernelRelease.parse("6.1.0-44-amd64")).verdict())
        .isEqualTo(Verdict.LIMITED);
    assertThat(KernelChecks.tcx(KernelRelease.parse("6.6.1")).verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void shouldNameCapabilitiesThatAreMissing() {
    Check check = KernelChecks.rights(List.of(Capabilities.CAP_NET_ADMIN, Capabilities.CAP_BPF));

    assertThat(check.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(check.finding()).isEqualTo("this process lacks CAP_NET_ADMIN, CAP_BPF");
  }

  @Test
  void shouldRefuseBudgetThatIsTooSmallForTheCpus() {
    Check check = MemoryCheck.of(unlimited(), 16 * MIB, 64, FULL_SNAP);

    assertThat(check.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(check.finding()).contains("64");
  }

  @Test
  void shouldRefuseBudgetBeyondTheControlGroup() {
    Check check = MemoryCheck.of(limited(200), 256 * MIB, 2, FULL_SNAP);

    assertThat(check.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(check.remedy()).isEqualTo("lower --memory, or give the agent 512 MiB");
  }

  @Test
  void shouldWarnWhenNothingIsLeftForTheAgentItself() {
    assertThat(MemoryCheck.of(limited(300), 256 * MIB, 2, FULL_SNAP).verdict())
        .isEqualTo(Verdict.LIMITED);
    assertThat(MemoryCheck.of(limited(512), 256 * MIB, 2, FULL_SNAP).verdict())
        .isEqualTo(Verdict.OK);
  }

  @Test
  void shouldSayWhoKeepsTheClock() {
    assertThat(ClockCheck.of(true, 37_000_000_000L, List.of("chronyd", "phc2sys")).finding())
        .isEqualTo("synchronized, kept by chronyd and phc2sys, TAI is ahead by 37 s");
    assertThat(ClockCheck.of(false, 0, List.of()).verdict()).isEqualTo(Verdict.LIMITED);
  }

  @Test
  void shouldRefuseSpoolThatWouldFillTheFileSystem() {
    Check check = SpoolCheck.of(Path.of("/spool"), 4096 * MIB, "ext4", 10_000 * MIB, 5000 * MIB);

    assertThat(check.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(check.finding()).contains("4096 MiB", "15 %");
  }

  @Test
  void shouldWarnOfSpoolInMemory() {
    assertThat(
            SpoolCheck.of(Path.of("/run/x"), 100 * MIB, "tmpfs", 10_000 * MIB, 5000 * MIB)
                .verdict())
        .isEqualTo(Verdict.LIMITED);
  }

  @Test
  void shouldSayThatCapturesGoOnWithoutNativeXdp() {
    assertThat(InterfaceChecks.xdp(JUMBO, NONE).verdict()).isEqualTo(Verdict.LIMITED);
    assertThat(InterfaceChecks.xdp(JUMBO, FRAGS).finding())
        .isEqualTo("driver ena: native, frags, generic, receive time of the NIC");
  }

  @Test
  void shouldSayThatJumboFramesNeedFragsAtXdp() {
    assertThat(InterfaceChecks.frames(JUMBO, NATIVE).verdict()).isEqualTo(Verdict.LIMITED);
    assertThat(InterfaceChecks.frames(JUMBO, FRAGS).verdict()).isEqualTo(Verdict.OK);
    assertThat(InterfaceChecks.frames(new CapturedInterface("eth0", 2, 1500, "", ""), NATIVE))
        .extracting(Check::verdict)
        .isEqualTo(Verdict.OK);
  }

  @Test
  void shouldSayThatOlderKernelsDoNotTellModes() {
    assertThat(InterfaceChecks.xdp(JUMBO, NOT_TOLD).verdict()).isEqualTo(Verdict.LIMITED);
    assertThat(InterfaceChecks.frames(JUMBO, NOT_TOLD).verdict()).isEqualTo(Verdict.LIMITED);
  }

  @Test
  void shouldNameTheProgramThatIsThere() {
    Check check =
        InterfaceChecks.existing(
            "eth0", Optional.of(new ExistingProgram(42, "cil_xdp_entry", "native")), true);

    assertThat(check.verdict()).isEqualTo(Verdict.LIMITED);
    assertThat(check.finding()).contains("42 \"cil_xdp_entry\" (native)");
  }

  @Test
  void shouldNeedEveryInterfaceThatWasNamed() {
    List<Check> checks =
        List.of(
            Check.ok(Check.NODE, "kernel", "6.12"),
            Check.ok("eth0", "xdp", "native"),
            Check.failed("eth1", "xdp", "none", "take another"));

    assertThat(new PreflightReport(checks, true).canCapture()).isFalse();
    assertThat(new PreflightReport(checks, false).canCapture()).isTrue();
    assertThat(new PreflightReport(checks.subList(0, 1), false).canCapture()).isFalse();
  }

  private static MemoryLimit unlimited() {
    return new MemoryLimit(OptionalLong.empty(), OptionalLong.empty());
  }

  private static MemoryLimit limited(long mib) {
    return new MemoryLimit(OptionalLong.of(mib * MIB), OptionalLong.of(8000 * MIB));
  }
}
