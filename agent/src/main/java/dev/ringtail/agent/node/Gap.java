// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.kernel.NetDevice;
import dev.ringtail.agent.recovery.Heartbeat;
import dev.ringtail.agent.recovery.RunNotes;
import dev.ringtail.crds.v1alpha1.CaptureGap;
import dev.ringtail.crds.v1alpha1.CaptureRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The time since an earlier life has captured.
 *
 * @param from its last sign of life; empty when there was none
 * @param received packets that each interface had received by then, by its own counter
 */
record Gap(Optional<Instant> from, Map<String, Long> received) {
  private static final String REASON = "AgentRestarted";

  /** Reads what the last life has noted, and notes the end of one that could not do so itself. */
  static Gap since(JobFolder folder) throws IOException {
    if (folder.notes().runs().isEmpty()) {
      return new Gap(Optional.empty(), Map.of());
    }
    CaptureRun last = folder.notes().runs().getLast();
    Optional<Heartbeat> heartbeat = heartbeat(folder, last.run());
    if (last.endedAt() == null) {
      Instant death = Instant.parse(heartbeat.map(Heartbeat::at).orElse(last.startedAt()));
      folder.note(folder.notes().ended(death));
    }
    return new Gap(
        Optional.of(Instant.parse(folder.notes().runs().getLast().endedAt())),
        heartbeat.map(Heartbeat::received).orElse(Map.of()));
  }

  private static Optional<Heartbeat> heartbeat(JobFolder folder, int run) throws IOException {
    for (Path spool : folder.spools()) {
      if (spool.getFileName().toString().endsWith("-" + run)) {
        for (RunNotes notes : RunNotes.in(spool)) {
          return notes.heartbeat();
        }
      }
    }
    return Optional.empty();
  }

  /** Notes that it has come to its end, if it was one. */
  void until(Instant end, JobFolder folder) {
    if (from.isEmpty() || !from.get().isBefore(end)) {
      return;
    }
    long grown = 0;
    for (Map.Entry<String, Long> one : received.entrySet()) {
      grown += Math.max(0, NetDevice.received(one.getKey()) - one.getValue());
    }
    folder.note(
        folder
            .notes()
            .withGap(
                new CaptureGap(
                    from.get().toString(),
                    end.toString(),
                    REASON,
                    received.isEmpty() ? null : grown)));
  }
}
