// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.diagnose.Finding.Severity;
import dev.ringtail.agent.diagnose.Finding.Stage;
import dev.ringtail.agent.diagnose.Observation.Cpu;
import dev.ringtail.agent.diagnose.Observation.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rings and their readers: which is slower, and why. */
final class ReaderRules {
  /** Eighths of a ring from which on a burst may overrun it. */
  private static final int NEARLY_FULL = 7;

  private static final double STUCK_FILL = 0.5;
  private static final double BUSY = 0.8;
  private static final double WAITS = 0.2;
  private static final double DISTURBED = 0.05;

  private ReaderRules() {}

  static List<Finding> of(Observation seen) {
    List<Finding> findings = new ArrayList<>();
    boolean starved = seen.packets(FunnelTerm.SPOOL_FULL) > 0;
    for (Reader reader : seen.readers()) {
      List<Cpu> cpus = seen.cpusOf(reader);
      if (isPressed(cpus) && (!starved || isShortOfCpu(reader))) {
        findings.add(pressed(seen, reader, cpus));
      } else {
        sharing(seen, reader, Severity.NOTE).ifPresent(findings::add);
      }
    }
    return findings;
  }

  /** A ring that is full for want of a segment says nothing about its reader; this does. */
  private static boolean isShortOfCpu(Reader reader) {
    return reader.waitedShare() >= WAITS || reader.cpuShare() >= BUSY;
  }

  private static boolean isPressed(List<Cpu> cpus) {
    return cpus.stream()
        .anyMatch(
            cpu ->
                cpu.ringFull() > 0
                    || cpu.highestEighths() >= NEARLY_FULL
                    || cpu.steadyFill() >= STUCK_FILL);
  }

  /** A ring is full, or nearly so: because its reader lacks a CPU, or is slow, or has to wait. */
  private static Finding pressed(Observation seen, Reader reader, List<Cpu> cpus) {
    long lost = cpus.stream().mapToLong(Cpu::ringFull).sum();
    Severity severity = lost > 0 ? Severity.LOSS : Severity.RISK;
    String rings =
        "the ring of %s %s"
            .formatted(
                Words.cpus(cpus),
                lost > 0
                    ? "was full for " + Words.rate(seen.rate(lost), "packets")
                    : "was up to %d/8 full"
                        .formatted(cpus.stream().mapToInt(Cpu::highestEighths).max().orElse(0)));
    if (reader.waitedShare() >= WAITS) {
      return sharing(seen, reader, severity)
          .map(finding -> with(finding, rings))
          .orElseGet(() -> waiting(reader, severity, rings));
    }
    if (reader.cpuShare() >= BUSY) {
      return slow(reader, cpus, severity, rings);
    }
    return cpus.stream().anyMatch(cpu -> cpu.steadyFill() >= STUCK_FILL)
        ? blocked(reader, severity, rings)
        : burst(reader, severity, rings);
  }

  private static Finding with(Finding finding, String rings) {
    return new Finding(
        finding.severity(),
        finding.stage(),
        finding.what(),
        finding.evidence() + "; " + rings,
        finding.advice());
  }

  /** A reader that runs where packets are received: each of the two stops the other. */
  private static Optional<Finding> sharing(Observation seen, Reader reader, Severity severity) {
    return seen.cpus().stream()
        .filter(cpu -> cpu.seen() > 0 && reader.sticksTo(cpu.number()))
        .filter(cpu -> reader.waitedShare() >= DISTURBED)
        .findFirst()
        .map(
            cpu ->
                new Finding(
                    severity,
                    Stage.READER,
                    "Reader %d shares CPU %d with receiving."
                        .formatted(reader.number(), cpu.number()),
                    "it was ready to run and had to wait for %s of the time; the CPU received %s and"
                            .formatted(
                                Words.percent(reader.waitedShare()),
                                Words.rate(seen.rate(cpu.seen()), "packets"))
                        + " spent %s in soft interrupts"
                            .formatted(Words.percent(cpu.time().softirqShare())),
                    "put readers on other CPUs: placement policy Split, or placement.readerCpus"));
  }

  private static Finding waiting(Reader reader, Severity severity, String rings) {
    return new Finding(
        severity,
        Stage.READER,
        "Reader %d does not get a CPU.".formatted(reader.number()),
        "it was ready to run and had to wait for %s of the time on CPU %d; %s"
            .formatted(Words.percent(reader.waitedShare()), reader.after().lastCpu(), rings),
        "give readers CPUs on which nothing else runs (placement.readerCpus), and no CPU limit to the"
            + " agent's container");
  }

  private static Finding slow(Reader reader, List<Cpu> cpus, Severity severity, String rings) {
    return new Finding(
        severity,
        Stage.READER,
        "Reader %d is slower than its ring%s."
            .formatted(reader.number(), cpus.size() == 1 ? "" : "s"),
        "it used %s of a CPU; %s".formatted(Words.percent(reader.cpuShare()), rings),
        cpus.size() > 1
            ? "more --readers: this one reads the rings of %d CPUs".formatted(cpus.size())
            : "spread packets over more CPUs (ethtool -L), a smaller --snap-length, a filter that"
                + " keeps less; /debug/profile shows where its time goes");
  }

  private static Finding blocked(Reader reader, Severity severity, String rings) {
    return new Finding(
        severity,
        Stage.SPOOL,
        "The spool's disk is slower than the readers.",
        "reader %d neither used a CPU (%s) nor waited for one (%s), and its ring stayed more than half full: it waits in writes; %s"
            .formatted(
                reader.number(),
                Words.percent(reader.cpuShare()),
                Words.percent(reader.waitedShare()),
                rings),
        "a spool on a faster disk or in memory (--spool), a smaller --snap-length");
  }

  private static Finding burst(Reader reader, Severity severity, String rings) {
    return new Finding(
        severity,
        Stage.READER,
        "Bursts are larger than the ring.",
        "reader %d used only %s of a CPU over the time, and had emptied its ring again; %s"
            .formatted(reader.number(), Words.percent(reader.cpuShare()), rings),
        "more --memory: a ring holds what arrives while its reader wakes up");
  }
}
