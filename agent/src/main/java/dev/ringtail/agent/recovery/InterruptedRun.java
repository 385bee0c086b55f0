// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.recovery;

import dev.ringtail.agent.kernel.NetDevice;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.upload.ObjectRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The manifest's entry of a run whose agent died: what is known of it, and what is not. */
final class InterruptedRun {
  /** The reason that conditions and manifests give. */
  static final String REASON = "AgentRestarted";

  private InterruptedRun() {}

  /**
   * @param heartbeat the last one; its funnel is at most a second older than the death
   * @param objects all that the run delivered, before and after its death
   * @param remarks of the recovery
   */
  static Manifest.Run describe(
      RunRecord record,
      Optional<Heartbeat> heartbeat,
      List<ObjectRecord> objects,
      List<String> remarks) {
    Map<String, Map<String, Long>> funnel = new LinkedHashMap<>();
    long unread = 0;
    for (int i = 0; i < record.interfaces().size(); i++) {
      int id = i;
      String name = record.interfaces().get(i);
      Map<String, Long> terms = new LinkedHashMap<>();
      heartbeat.ifPresent(beat -> terms.putAll(beat.funnel().getOrDefault(name, Map.of())));
      long delivered = objects.stream().mapToLong(object -> object.packets().get(id)).sum();
      unread += Math.max(0, wanted(terms) - delivered);
      terms.put("spooled", delivered);
      terms.put("delivered", delivered);
      terms.put("waiting", 0L);
      funnel.put(name, terms);
    }
    List<String> notes = new ArrayList<>(remarks);
    String endedAt = heartbeat.map(Heartbeat::at).orElse(record.startedAt());
    heartbeat.ifPresent(beat -> beat.received().forEach((name, then) -> gap(name, then, notes)));
    notes.add(
        "%s: the agent died at about %s and this run was finished at %s; the kernel's terms of the funnel are those of the last second noted; %d packets of these lay unread in the rings and are lost, like those after that second that nobody had read"
            .formatted(REASON, endedAt, Instant.now(), unread));
    return new Manifest.Run(
        record.run(),
        record.startedAt(),
        endedAt,
        REASON,
        false,
        record.agentVersion(),
        record.kernel(),
        null,
        List.of(),
        heartbeat.map(Heartbeat::filters).orElse(List.of()),
        null,
        new Manifest.Funnel(funnel, total(funnel)),
        notes,
        List.of());
  }

  /** Packets that were to be in segments. */
  private static long wanted(Map<String, Long> terms) {
    return terms.getOrDefault("written", 0L)
        - terms.getOrDefault("afterLimit", 0L)
        - terms.getOrDefault("spoolFull", 0L)
        - terms.getOrDefault("spoolError", 0L);
  }

  private static Map<String, Long> total(Map<String, Map<String, Long>> funnel) {
    Map<String, Long> total = new TreeMap<>();
    funnel.values().forEach(one -> one.forEach((term, n) -> total.merge(term, n, Long::sum)));
    return total;
  }

  /** What the interface's own counter says of the time since. */
  private static void gap(String networkInterface, long then, List<String> notes) {
    long since = NetDevice.received(networkInterface) - then;
    if (since >= 0) {
      notes.add(
          "%s received about %d packets between the last second noted and the recovery, by its own counter"
              .formatted(networkInterface, since));
    }
  }
}
