// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.diagnose.Finding.Severity;
import dev.ringtail.agent.diagnose.Finding.Stage;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.CpuTime;
import dev.ringtail.agent.status.StatusBuilder;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Each situation is built on purpose: ten seconds of a capture with something wrong. */
class DiagnosisTest {
  private static final CpuTime CALM = new CpuTime(8, 1, 0, 1);
  private static final CpuTime RECEIVING = new CpuTime(0.5, 9.2, 0, 0.3);
  private static final CpuTime MUCH = new CpuTime(2.5, 7.2, 0, 0.3);

  @Test
  void shouldSayThatNothingIsFullAndHowFarItIs() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN).reader(0, "0-1", 1, 0, 0),
            end()
                .packets(FunnelTerm.SEEN, 50_000)
                .packets(FunnelTerm.MATCHED, 50_000)
                .cpu(0, 0, 50_000, 0, 100, CALM)
                .reader(0, "0-1", 1, 2.5, 0.1));

    assertThat(findings).singleElement().extracting(Finding::what).isEqualTo("No stage is full.");
    assertThat(findings.getFirst().evidence())
        .contains("5,000 packets/s", "soft interrupts at most 10 %", "readers at most 25 %");
  }

  @Test
  void shouldNoticeUnevenCpus() {
    List<Finding> findings =
        diagnose(
            twoCpus(begin(), 0, 0, CpuTime.UNKNOWN),
            twoCpus(end(), 95_000, 5_000, MUCH)
                .packets(FunnelTerm.SEEN, 100_000)
                .packets(FunnelTerm.MATCHED, 100_000));

    Finding uneven = only(findings, Stage.RECEIVE);
    assertThat(uneven.severity()).isEqualTo(Severity.RISK);
    assertThat(uneven.what()).contains("unevenly", "CPU 0");
    assertThat(uneven.evidence()).contains("95 % of the packets of 2 CPUs", "72 %");
    assertThat(uneven.advice()).contains("ethtool -L");
  }

  @Test
  void shouldNotCallEvenWhatIsEven() {
    assertThat(
            diagnose(
                twoCpus(begin(), 0, 0, CpuTime.UNKNOWN),
                twoCpus(end(), 60_000, 40_000, CALM)
                    .packets(FunnelTerm.SEEN, 100_000)
                    .packets(FunnelTerm.MATCHED, 100_000)))
        .extracting(Finding::what)
        .containsExactly("No stage is full.");
  }

  @Test
  void shouldNoticeCpuThatCanReceiveNoMoreAndNicThatLoses() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN).nicLoss("rx_missed_errors", 5),
            end()
                .packets(FunnelTerm.SEEN, 900_000)
                .packets(FunnelTerm.MATCHED, 900_000)
                .nicLoss("rx_missed_errors", 1005)
                .cpu(0, 0, 900_000, 0, 0, RECEIVING));

    assertThat(findings).extracting(Finding::stage).containsExactly(Stage.NIC, Stage.RECEIVE);
    assertThat(findings.get(0).severity()).isEqualTo(Severity.LOSS);
    assertThat(findings.get(0).evidence()).contains("eth0 rx_missed_errors=1000");
    assertThat(findings.get(1).what()).isEqualTo("CPU 0 can receive no more than it does.");
  }

  @Test
  void shouldNoticeReaderThatIsSlowerThanItsRings() {
    List<Finding> findings =
        diagnose(
            twoCpus(begin(), 0, 0, CpuTime.UNKNOWN).reader(0, "3", 3, 0, 0),
            pressed(end(), 30_000).reader(0, "3", 3, 9.8, 0.1));

    Finding slow = only(findings, Stage.READER);
    assertThat(slow.severity()).isEqualTo(Severity.LOSS);
    assertThat(slow.what()).isEqualTo("Reader 0 is slower than its rings.");
    assertThat(slow.evidence()).contains("98 % of a CPU", "CPUs 0, 1", "3,000 packets/s");
    assertThat(slow.advice()).contains("more --readers: this one reads the rings of 2 CPUs");
  }

  @Test
  void shouldNoticeReaderThatSharesTheReceivingCpu() {
    List<Finding> findings =
        diagnose(
            twoCpus(begin(), 0, 0, CpuTime.UNKNOWN).reader(0, "0", 0, 0, 0),
            pressed(end(), 30_000).reader(0, "0", 0, 2, 6.5));

    Finding sharing = only(findings, Stage.READER);
    assertThat(sharing.severity()).isEqualTo(Severity.LOSS);
    assertThat(sharing.what()).isEqualTo("Reader 0 shares CPU 0 with receiving.");
    assertThat(sharing.evidence()).contains("wait for 65 % of the time", "3,000 packets/s");
    assertThat(sharing.advice()).contains("Split", "readerCpus");
  }

  @Test
  void shouldNotBlameReaderThatHasNoSegmentToFill() {
    assertThat(
            diagnose(
                twoCpus(begin(), 0, 0, CpuTime.UNKNOWN).reader(0, "3", 3, 0, 0),
                pressed(end(), 30_000)
                    .packets(FunnelTerm.SPOOL_FULL, 500)
                    .spool(16, 16)
                    .reader(0, "3", 3, 0.1, 0.1)))
        .noneMatch(finding -> finding.stage() == Stage.READER);
    assertThat(
            diagnose(
                twoCpus(begin(), 0, 0, CpuTime.UNKNOWN).reader(0, "0", 0, 0, 0),
                pressed(end(), 30_000)
                    .packets(FunnelTerm.SPOOL_FULL, 500)
                    .spool(16, 16)
                    .reader(0, "0", 0, 2, 6.5)))
        .extracting(Finding::what)
        .contains("Reader 0 shares CPU 0 with receiving.");
  }

  @Test
  void shouldNoteSharingThatCostsNothingYet() {
    List<Finding> findings =
        diagnose(
            twoCpus(begin(), 0, 0, CpuTime.UNKNOWN).reader(0, "0-1", 1, 0, 0),
            twoCpus(end(), 5_000, 6_000, CALM)
                .packets(FunnelTerm.SEEN, 11_000)
                .packets(FunnelTerm.MATCHED, 11_000)
                .reader(0, "0-1", 1, 1, 1));

    Finding sharing =
        findings.stream().filter(f -> f.what().contains("shares")).findFirst().orElseThrow();
    assertThat(sharing.severity()).isEqualTo(Severity.NOTE);
    assertThat(sharing.what()).isEqualTo("Reader 0 shares CPU 1 with receiving.");
  }

  @Test
  void shouldNoticeReaderThatGetsNoCpuForOtherReasons() {
    List<Finding> findings =
        diagnose(
            twoCpus(begin(), 0, 0, CpuTime.UNKNOWN).reader(0, "4-7", 4, 0, 0),
            pressed(end(), 30_000).reader(0, "4-7", 6, 2, 5));

    assertThat(only(findings, Stage.READER).what()).isEqualTo("Reader 0 does not get a CPU.");
  }

  @Test
  void shouldNoticeDiskThatIsSlowerThanTheReaders() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 900, CpuTime.UNKNOWN).reader(0, "3", 3, 0, 0),
            end()
                .packets(FunnelTerm.SEEN, 50_000)
                .packets(FunnelTerm.MATCHED, 50_000)
                .packets(FunnelTerm.RING_FULL, 700)
                .cpu(0, 0, 50_000, 700, 950, CALM)
                .reader(0, "3", 3, 0.6, 0.1));

    Finding blocked = only(findings, Stage.SPOOL);
    assertThat(blocked.what()).isEqualTo("The spool's disk is slower than the readers.");
    assertThat(blocked.evidence()).contains("(6 %)", "(1 %)", "more than half full");
  }

  @Test
  void shouldNoticeBurstsThatOverrunTheRing() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN).reader(0, "3", 3, 0, 0),
            end()
                .packets(FunnelTerm.SEEN, 50_000)
                .packets(FunnelTerm.MATCHED, 50_000)
                .packets(FunnelTerm.RING_FULL, 700)
                .cpu(0, 0, 50_000, 700, 10, CALM)
                .reader(0, "3", 3, 0.6, 0.1));

    Finding burst = only(findings, Stage.READER);
    assertThat(burst.what()).isEqualTo("Bursts are larger than the ring.");
    assertThat(burst.advice()).contains("--memory");
  }

  @Test
  void shouldNoticeStoreThatIsSlowerThanTheReaders() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN),
            end()
                .packets(FunnelTerm.SEEN, 1_000_000)
                .packets(FunnelTerm.MATCHED, 1_000_000)
                .packets(FunnelTerm.SPOOL_FULL, 40_000)
                .cpu(0, 0, 1_000_000, 0, 0, CALM)
                .spool(16, 16)
                .store(20 << 20, ""));

    Finding slow = only(findings, Stage.STORE);
    assertThat(slow.severity()).isEqualTo(Severity.LOSS);
    assertThat(slow.what()).isEqualTo("The store is slower than the readers.");
    assertThat(slow.evidence())
        .contains("captured 9.5 MiB/s", "delivered 2.0 MiB/s", "4,000 packets/s find it full");
  }

  @Test
  void shouldSayWhenSpoolWillBeFull() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN),
            end()
                .packets(FunnelTerm.SEEN, 100_000)
                .packets(FunnelTerm.MATCHED, 100_000)
                .cpu(0, 0, 100_000, 0, 0, CALM)
                .spool(14, 16));

    Finding filling = only(findings, Stage.STORE);
    assertThat(filling.severity()).isEqualTo(Severity.RISK);
    assertThat(filling.evidence()).contains("spool 14 of 16 segments; full in 2 s");
  }

  @Test
  void shouldNoticeStoreThatTakesNothing() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN),
            end()
                .packets(FunnelTerm.SEEN, 1000)
                .packets(FunnelTerm.MATCHED, 1000)
                .cpu(0, 0, 1000, 0, 0, CALM)
                .store(0, "bucket captures: 503 SlowDown"));

    Finding refused = only(findings, Stage.STORE);
    assertThat(refused.severity()).isEqualTo(Severity.RISK);
    assertThat(refused.evidence()).startsWith("it says: bucket captures: 503 SlowDown");
  }

  @Test
  void shouldBlameTheSpoolWhereTheStoreKeepsUp() {
    List<Finding> findings =
        diagnose(
            begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN),
            end()
                .packets(FunnelTerm.SEEN, 100_000)
                .packets(FunnelTerm.MATCHED, 100_000)
                .packets(FunnelTerm.SPOOL_FULL, 500)
                .cpu(0, 0, 100_000, 0, 0, CALM)
                .spool(2, 2)
                .store(20 << 20, ""));

    assertThat(only(findings, Stage.SPOOL).what())
        .isEqualTo("The spool is too small for what arrives at once.");
  }

  @Test
  void shouldNoticeFileSystemThatRefuses() {
    List<Finding> findings =
        diagnose(
            begin(),
            end()
                .packets(FunnelTerm.SEEN, 100)
                .packets(FunnelTerm.MATCHED, 100)
                .packets(FunnelTerm.SPOOL_ERROR, 5));

    assertThat(only(findings, Stage.SPOOL).advice()).contains("/spool");
  }

  @Test
  void shouldExplainEveryKindOfLoss() {
    for (FunnelTerm term : FunnelTerm.values()) {
      if (term.isLoss()) {
        List<Finding> findings =
            diagnose(
                begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN).reader(0, "3", 3, 0, 0),
                end()
                    .packets(FunnelTerm.SEEN, 5000)
                    .packets(FunnelTerm.MATCHED, 5000)
                    .packets(term, 10)
                    .cpu(0, 0, 5000, term == FunnelTerm.RING_FULL ? 10 : 0, 0, CALM)
                    .reader(0, "3", 3, 1, 0));

        assertThat(findings)
            .as(term.name())
            .anyMatch(finding -> finding.severity() == Severity.LOSS)
            .allMatch(finding -> !finding.evidence().isEmpty());
      }
    }
  }

  @Test
  void shouldTellSilenceFromAFilterThatWantsNothing() {
    assertThat(diagnose(begin(), end()))
        .anyMatch(f -> f.what().equals("No packet reaches the hook."));
    assertThat(
            diagnose(
                begin(), end().packets(FunnelTerm.SEEN, 100).packets(FunnelTerm.FILTERED, 100)))
        .anyMatch(f -> f.what().equals("The filter wants none of the packets."));
  }

  @Test
  void shouldRememberEarlierLosses() {
    assertThat(
            diagnose(
                begin().packets(FunnelTerm.RING_FULL, 10), end().packets(FunnelTerm.RING_FULL, 10)))
        .anyMatch(f -> f.what().startsWith("Packets were lost earlier"));
  }

  @Test
  void shouldNoticeTimeTakenByTheHypervisor() {
    assertThat(
            diagnose(
                begin().cpu(0, 0, 0, 0, 0, CpuTime.UNKNOWN),
                end()
                    .packets(FunnelTerm.SEEN, 10)
                    .packets(FunnelTerm.MATCHED, 10)
                    .cpu(0, 0, 10, 0, 0, new CpuTime(6, 1, 2, 1))))
        .anyMatch(f -> f.evidence().equals("stolen from CPU 0: up to 20 %"));
  }

  @Test
  void shouldRefuseTwoStatusesOfNoOneRun() {
    AgentStatus late = end().build();
    assertThatIllegalArgumentException().isThrownBy(() -> new Observation(late, late));
  }

  @Test
  void shouldSpeakTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      shouldNoticeStoreThatIsSlowerThanTheReaders();
    } finally {
      Locale.setDefault(before);
    }
  }

  private static StatusBuilder begin() {
    return new StatusBuilder().elapsed(0);
  }

  private static StatusBuilder end() {
    return new StatusBuilder().elapsed(10);
  }

  private static StatusBuilder twoCpus(StatusBuilder status, long one, long other, CpuTime time) {
    return status.cpu(0, 0, one, 0, 0, time).cpu(1, 0, other, 0, 0, time);
  }

  /** Both CPUs of reader 0 receive alike, and CPU 0's ring was full for so many packets. */
  private static StatusBuilder pressed(StatusBuilder status, long lost) {
    return status
        .packets(FunnelTerm.SEEN, 60_000)
        .packets(FunnelTerm.MATCHED, 60_000)
        .packets(FunnelTerm.RING_FULL, lost)
        .cpu(0, 0, 30_000, lost, 900, CALM)
        .cpu(1, 0, 30_000, 0, 0, CALM);
  }

  private static List<Finding> diagnose(StatusBuilder before, StatusBuilder after) {
    return Diagnosis.of(new Observation(before.build(), after.build()));
  }

  private static Finding only(List<Finding> findings, Stage stage) {
    List<Finding> found = findings.stream().filter(finding -> finding.stage() == stage).toList();
    assertThat(found).as(findings.toString()).hasSize(1);
    return found.getFirst();
  }
}
