// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.CpuStatus;
import dev.ringtail.agent.status.CpuTime;
import dev.ringtail.agent.status.InterfaceStatus;
import dev.ringtail.agent.status.ReaderStatus;
import dev.ringtail.agent.topology.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Two statuses of one run, and what happened between them.
 *
 * @param before the earlier one
 * @param after the later one
 */
public record Observation(AgentStatus before, AgentStatus after) {
  public Observation {
    if (!before.run().equals(after.run()) || after.elapsedSeconds() <= before.elapsedSeconds()) {
      throw new IllegalArgumentException(
          "an observation is of one run, earlier and later; these are %s and %s"
              .formatted(before.run(), after.run()));
    }
  }

  /** Its length in seconds, more than 0. */
  public double seconds() {
    return after.elapsedSeconds() - before.elapsedSeconds();
  }

  /** Packets of all interfaces that arrived at a term. */
  public long packets(FunnelTerm term) {
    return total(after, term) - total(before, term);
  }

  private static long total(AgentStatus status, FunnelTerm term) {
    return status.interfaces().stream()
        .mapToLong(one -> one.packets().getOrDefault(term.key(), 0L))
        .sum();
  }

  /** Packets lost, of whatever cause. */
  public long lost() {
    long lost = 0;
    for (FunnelTerm term : FunnelTerm.values()) {
      lost += term.isLoss() ? packets(term) : 0;
    }
    return lost;
  }

  /** Packets lost since the start of the run. */
  long lostInAll() {
    long lost = 0;
    for (FunnelTerm term : FunnelTerm.values()) {
      lost += term.isLoss() ? total(after, term) : 0;
    }
    return lost;
  }

  /** A number per second. */
  public double rate(long count) {
    return count / seconds();
  }

  /** Growth of the drivers' loss counters, as {@code INTERFACE COUNTER}; only what has grown. */
  Map<String, Long> nicLosses() {
    Map<String, Long> growth = new TreeMap<>();
    for (int i = 0; i < after.interfaces().size(); i++) {
      InterfaceStatus now = after.interfaces().get(i);
      Map<String, Long> then = before.interfaces().get(i).nicLosses();
      now.nicLosses()
          .forEach(
              (counter, value) -> {
                long grown = value - then.getOrDefault(counter, 0L);
                if (grown > 0) {
                  growth.put(now.name() + " " + counter, grown);
                }
              });
    }
    return growth;
  }

  /** Bytes that packets put into the spool, or would have. */
  double capturedBytesPerSecond() {
    return (captured(after) - captured(before)) / seconds();
  }

  private static long captured(AgentStatus status) {
    return status.cpus().stream().mapToLong(CpuStatus::producedBytes).sum();
  }

  double deliveredBytesPerSecond() {
    return (after.store().deliveredBytes() - before.store().deliveredBytes()) / seconds();
  }

  List<Cpu> cpus() {
    return IntStream.range(0, after.cpus().size())
        .mapToObj(i -> new Cpu(before.cpus().get(i), after.cpus().get(i)))
        .toList();
  }

  List<Reader> readers() {
    return IntStream.range(0, after.readers().size())
        .mapToObj(i -> new Reader(before.readers().get(i), after.readers().get(i), seconds()))
        .toList();
  }

  /** The CPUs whose rings a reader reads. */
  List<Cpu> cpusOf(Reader reader) {
    return cpus().stream().filter(cpu -> cpu.after().reader() == reader.number()).toList();
  }

  /** One CPU with its ring, between the two. */
  record Cpu(CpuStatus before, CpuStatus after) {
    int number() {
      return after.cpu();
    }

    long seen() {
      return after.seen() - before.seen();
    }

    long ringFull() {
      return after.ringFull() - before.ringFull();
    }

    CpuTime time() {
      return after.time().since(before.time());
    }

    /** How full the ring was at the emptier of the two moments, 0 to 1. */
    double steadyFill() {
      return Math.min(fill(before), fill(after));
    }

    private static double fill(CpuStatus status) {
      return (double) status.waitingBytes() / status.ringBytes();
    }

    /** The most eighths of the ring that a sampled record found filled; 0 without samples. */
    int highestEighths() {
      int highest = 0;
      for (int i = 0; i < after.fillSamples().size(); i++) {
        if (after.fillSamples().get(i) > before.fillSamples().get(i)) {
          highest = i + 1;
        }
      }
      return highest;
    }
  }

  /** One reader, between the two. */
  record Reader(ReaderStatus before, ReaderStatus after, double seconds) {
    int number() {
      return after.number();
    }

    /** Share of a CPU that it used, 0 to 1. */
    double cpuShare() {
      return (after.cpuSeconds() - before.cpuSeconds()) / seconds;
    }

    /** Share of time for which it wanted a CPU and got none, 0 to 1. */
    double waitedShare() {
      return (after.waitedSeconds() - before.waitedSeconds()) / seconds;
    }

    /** Whether it can run, or was seen to run, nowhere but on this CPU. */
    boolean sticksTo(int cpu) {
      return CpuSet.parse(after.allowedCpus()).equals(CpuSet.of(cpu))
          || before.lastCpu() == cpu && after.lastCpu() == cpu;
    }
  }
}
