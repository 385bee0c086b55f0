// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.recovery.Heartbeat;
import dev.ringtail.agent.recovery.RunNotes;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.InterfaceStatus;
import dev.ringtail.agent.upload.ObjectRecord;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was counted in some runs.
 *
 * @param interfaces packets at each term's name, by interface
 * @param captured packets in objects or on their way to them
 * @param unread packets that lay unread in a ring when their agent died, without those of its last
 *     second, which it had not noted yet
 * @param objects that the store has confirmed
 * @param objectBytes bytes of these
 */
record RunFigures(
    Map<String, Map<String, Long>> interfaces,
    long captured,
    long unread,
    long objects,
    long objectBytes) {
  static final RunFigures NONE = new RunFigures(Map.of(), 0, 0, 0, 0);

  /** A run that captures or delivers now. */
  static RunFigures of(AgentStatus status) {
    Map<String, Map<String, Long>> interfaces = new LinkedHashMap<>();
    for (InterfaceStatus one : status.interfaces()) {
      interfaces.put(one.name(), one.packets());
    }
    return new RunFigures(
        interfaces,
        kept(interfaces),
        0,
        status.store().deliveredObjects(),
        status.store().deliveredBytes());
  }

  /** Runs that have ended. */
  static RunFigures of(Manifest manifest) {
    RunFigures figures = NONE;
    for (Manifest.Run run : manifest.runs()) {
      Map<String, Map<String, Long>> interfaces = run.funnel().interfaces();
      long spooled = sum(interfaces, FunnelTerm.SPOOLED);
      long unread = Math.max(0, kept(interfaces) - spooled);
      figures = figures.plus(new RunFigures(interfaces, spooled, unread, 0, 0));
    }
    return figures.plus(
        new RunFigures(
            Map.of(),
            0,
            0,
            manifest.objects().size(),
            manifest.objects().stream().mapToLong(Manifest.Listed::bytes).sum()));
  }

  /** A run whose agent died, as of its last heartbeat. */
  static RunFigures of(RunNotes notes) throws IOException {
    Map<String, Map<String, Long>> interfaces =
        notes.heartbeat().map(Heartbeat::funnel).orElse(Map.of());
    List<ObjectRecord> objects = notes.objects();
    return new RunFigures(
        interfaces,
        kept(interfaces),
        0,
        objects.size(),
        objects.stream().mapToLong(ObjectRecord::bytes).sum());
  }

  private static long kept(Map<String, Map<String, Long>> interfaces) {
    return sum(interfaces, FunnelTerm.WRITTEN)
        - sum(interfaces, FunnelTerm.AFTER_LIMIT)
        - sum(interfaces, FunnelTerm.SPOOL_FULL)
        - sum(interfaces, FunnelTerm.SPOOL_ERROR);
  }

  private static long sum(Map<String, Map<String, Long>> interfaces, FunnelTerm term) {
    return interfaces.values().stream()
        .mapToLong(terms -> terms.getOrDefault(term.key(), 0L))
        .sum();
  }

  /** Packets at a term, of all interfaces. */
  long at(FunnelTerm term) {
    return sum(interfaces, term);
  }

  /** Packets at a term on one interface. */
  long at(String networkInterface, FunnelTerm term) {
    return interfaces.getOrDefault(networkInterface, Map.of()).getOrDefault(term.key(), 0L);
  }

  /** Packets lost, of whatever cause. */
  long lost() {
    return unread + losses().mapToLong(this::at).sum();
  }

  /** The cause of most losses; empty when there are none. */
  Optional<FunnelTerm> worstLoss() {
    return losses().filter(term -> at(term) > 0).max(Comparator.comparingLong(this::at));
  }

  private static Stream<FunnelTerm> losses() {
    return Stream.of(FunnelTerm.values()).filter(FunnelTerm::isLoss);
  }

  RunFigures plus(RunFigures other) {
    Map<String, Map<String, Long>> sum = new LinkedHashMap<>();
    for (Map<String, Map<String, Long>> one : List.of(interfaces, other.interfaces)) {
      one.forEach(
          (name, terms) -> {
            Map<String, Long> into = sum.computeIfAbsent(name, _ -> new LinkedHashMap<>());
            terms.forEach((term, packets) -> into.merge(term, packets, Long::sum));
          });
    }
    return new RunFigures(
        sum,
        captured + other.captured,
        unread + other.unread,
        objects + other.objects,
        objectBytes + other.objectBytes);
  }
}
