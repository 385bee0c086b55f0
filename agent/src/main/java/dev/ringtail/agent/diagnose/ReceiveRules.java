// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.diagnose.Finding.Severity;
import dev.ringtail.agent.diagnose.Finding.Stage;
import dev.ringtail.agent.diagnose.Observation.Cpu;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way from the wire to the ring: NIC, receiving CPUs, filter. */
final class ReceiveRules {
  /** Too few packets to say anything about how they are spread. */
  private static final long FEW = 1000;

  private static final double UNEVEN = 0.8;
  private static final double UNEVEN_TIMES = 2;
  private static final double SATURATED = 0.9;
  private static final double BUSY = 0.7;
  private static final double STOLEN = 0.1;

  private ReceiveRules() {}

  static List<Finding> of(Observation seen) {
    List<Finding> findings = new ArrayList<>();
    nic(seen).ifPresent(findings::add);
    uneven(seen).ifPresent(findings::add);
    saturated(seen, findings);
    stolen(seen).ifPresent(findings::add);
    hook(seen, findings);
    quiet(seen).ifPresent(findings::add);
    return findings;
  }

  private static Optional<Finding> nic(Observation seen) {
    Map<String, Long> losses = seen.nicLosses();
    return losses.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Severity.LOSS,
                Stage.NIC,
                "The NIC loses packets before any program sees them.",
                "its counters grew: " + losses,
                "longer receive rings (ethtool -G), more queues (ethtool -L) or less load on the"
                    + " CPUs that receive"));
  }

  private static Optional<Finding> uneven(Observation seen) {
    List<Cpu> cpus = seen.cpus();
    long all = cpus.stream().mapToLong(Cpu::seen).sum();
    Cpu top = cpus.stream().max(Comparator.comparingLong(Cpu::seen)).orElse(null);
    if (all < FEW || cpus.size() < 2) {
      return Optional.empty();
    }
    double share = (double) top.seen() / all;
    if (share < Math.min(UNEVEN, UNEVEN_TIMES / cpus.size())) {
      return Optional.empty();
    }
    Severity severity =
        top.ringFull() > 0
            ? Severity.LOSS
            : top.time().softirqShare() >= BUSY ? Severity.RISK : Severity.NOTE;
    return Optional.of(
        new Finding(
            severity,
            Stage.RECEIVE,
            "Packets are spread unevenly: CPU %d receives most of them.".formatted(top.number()),
            "CPU %d saw %s of the packets of %d CPUs and spent %s in soft interrupts"
                .formatted(
                    top.number(),
                    Words.percent(share),
                    cpus.size(),
                    Words.percent(top.time().softirqShare())),
            "more queues (ethtool -L), a hash over ports too (ethtool -N IF rx-flow-hash udp4 sdfn)"
                + " or another table (ethtool -X); one flow always stays on one CPU"));
  }

  private static void saturated(Observation seen, List<Finding> findings) {
    for (Cpu cpu : seen.cpus()) {
      if (cpu.seen() > 0 && cpu.time().softirqShare() >= SATURATED) {
        findings.add(
            new Finding(
                Severity.RISK,
                Stage.RECEIVE,
                "CPU %d can receive no more than it does.".formatted(cpu.number()),
                "it spends %s of its time in soft interrupts"
                    .formatted(Words.percent(cpu.time().softirqShare())),
                "spread its queues over more CPUs, or let a filter keep fewer packets"));
      }
    }
  }

  private static Optional<Finding> stolen(Observation seen) {
    List<Cpu> cpus =
        seen.cpus().stream().filter(cpu -> cpu.time().stolenShare() >= STOLEN).toList();
    return cpus.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Severity.RISK,
                Stage.RECEIVE,
                "The hypervisor takes CPU time from this machine.",
                "stolen from %s: up to %s"
                    .formatted(
                        Words.cpus(cpus),
                        Words.percent(
                            cpus.stream()
                                .mapToDouble(cpu -> cpu.time().stolenShare())
                                .max()
                                .orElse(0))),
                "a machine type with CPUs of its own"));
  }

  /** What the programs themselves could not keep. */
  private static void hook(Observation seen, List<Finding> findings) {
    lost(
        seen,
        FunnelTerm.NO_RING,
        "Packets come on CPUs that have no ring.",
        "start the capture again: CPUs went online, or interrupts moved, after its start",
        findings);
    lost(
        seen,
        FunnelTerm.REENTERED,
        "Packets interrupt the capture of others on the same CPU.",
        "please report it with the driver's name: two hooks run at once there",
        findings);
    lost(
        seen,
        FunnelTerm.COPY_FAILED,
        "The kernel refuses to copy packets.",
        "please report it with the driver's name and the MTU",
        findings);
    lost(
        seen,
        FunnelTerm.TAILCALL,
        "The kernel does not go on from one program to the next.",
        "please report it: a program of the chain was missing",
        findings);
  }

  private static void lost(
      Observation seen, FunnelTerm term, String what, String advice, List<Finding> findings) {
    long packets = seen.packets(term);
    if (packets > 0) {
      findings.add(
          new Finding(
              Severity.LOSS,
              Stage.RECEIVE,
              what,
              "%s counted as %s".formatted(Words.count(packets), term.key()),
              advice));
    }
  }

  private static Optional<Finding> quiet(Observation seen) {
    if (seen.packets(FunnelTerm.SEEN) == 0) {
      return Optional.of(
          new Finding(
              Severity.NOTE,
              Stage.RECEIVE,
              "No packet reaches the hook.",
              "none was seen in %.0f s".formatted(seen.seconds()),
              "see whether traffic arrives on this interface (ip -s link), and in this direction"));
    }
    if (seen.packets(FunnelTerm.MATCHED) == 0) {
      return Optional.of(
          new Finding(
              Severity.NOTE,
              Stage.RECEIVE,
              "The filter wants none of the packets.",
              Words.count(seen.packets(FunnelTerm.FILTERED)) + " seen and filtered, none matched",
              "look at the traffic without a filter for a moment: VLAN tags and tunnels come first"
                  + " in a packet"));
    }
    return Optional.empty();
  }
}
