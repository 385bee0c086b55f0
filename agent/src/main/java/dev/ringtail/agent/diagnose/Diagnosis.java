// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.diagnose.Finding.Severity;
import dev.ringtail.agent.diagnose.Finding.Stage;
import dev.ringtail.agent.status.AgentStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What an observation means: the rules of each stage, worst findings first. */
public final class Diagnosis {
  private Diagnosis() {}

  /** At least one finding, the worst first, then in the order of a packet's way. */
  public static List<Finding> of(Observation seen) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(ReceiveRules.of(seen));
    findings.addAll(ReaderRules.of(seen));
    findings.addAll(SpoolRules.of(seen));
    general(seen, findings);
    findings.sort(Comparator.comparing(Finding::severity).thenComparing(Finding::stage));
    return findings;
  }

  private static void general(Observation seen, List<Finding> findings) {
    if (seen.after().phase() != AgentStatus.Phase.CAPTURING) {
      findings.add(
          new Finding(
              Severity.NOTE,
              Stage.RECEIVE,
              "Nothing is captured at present.",
              "the run is " + seen.after().phase().name().toLowerCase(java.util.Locale.ROOT),
              ""));
    }
    if (seen.lost() == 0 && seen.lostInAll() > 0) {
      findings.add(
          new Finding(
              Severity.NOTE,
              Stage.RECEIVE,
              "Packets were lost earlier in this run, none while it was watched.",
              Words.count(seen.lostInAll()) + " lost since the start",
              "diagnose again while it happens, or watch ringtail_dropped_packets_total"));
    }
    if (findings.stream().noneMatch(finding -> finding.severity() != Severity.NOTE)) {
      findings.add(
          new Finding(Severity.NOTE, Stage.READER, "No stage is full.", headroom(seen), ""));
    }
  }

  /** How far each stage is from its end. */
  private static String headroom(Observation seen) {
    double reader =
        seen.readers().stream().mapToDouble(Observation.Reader::cpuShare).max().orElse(0);
    int eighths = seen.cpus().stream().mapToInt(Observation.Cpu::highestEighths).max().orElse(0);
    double softirq =
        seen.cpus().stream().mapToDouble(cpu -> cpu.time().softirqShare()).max().orElse(0);
    return "%s seen; soft interrupts at most %s of a CPU, rings at most %d/8 full, readers at most %s of a CPU, spool %d of %d segments"
        .formatted(
            Words.rate(seen.rate(seen.packets(FunnelTerm.SEEN)), "packets"),
            Words.percent(softirq),
            eighths,
            Words.percent(reader),
            seen.after().spool().usedSegments(),
            seen.after().spool().segments());
  }
}
