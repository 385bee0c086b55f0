// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.NetDevice;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.agent.recovery.Heartbeat;
import dev.ringtail.agent.recovery.RunNotes;
import dev.ringtail.agent.recovery.RunRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the notes from which another process could finish this run. */
final class RunJournal {
  private final CapturePlan plan;
  private final CaptureMembers members;
  private final RunNotes notes;
  private final LiveFilter filter;
  private final String startedAt = Instant.now().toString();

  RunJournal(CapturePlan plan, CaptureMembers members, RunNotes notes, LiveFilter filter) {
    this.plan = plan;
    this.members = members;
    this.notes = notes;
    this.filter = filter;
  }

  /**
   * Before packets of these interfaces are counted; again when more come.
   *
   * @throws CaptureRefusedException when the spool cannot be written to
   */
  void begin() throws CaptureRefusedException {
    CapturePlan.Identity identity = plan.identity();
    try {
      notes.begin(
          new RunRecord(
              identity.run(),
              identity.namespace(),
              identity.job(),
              identity.uid(),
              identity.node(),
              identity.keyPrefix(),
              members.names(),
              plan.snapLength(),
              plan.output(),
              AgentVersion.TEXT,
              KernelRelease.running().text(),
              startedAt));
    } catch (IOException e) {
      throw new CaptureRefusedException(
          "cannot write to spool %s: %s".formatted(plan.spool().folder(), e.getMessage()), e);
    }
  }

  /** A note that cannot be written now is not worth a packet: the next one will tell the same. */
  void heartbeat(Funnel funnel) {
    Map<String, Map<String, Long>> terms = new LinkedHashMap<>();
    Map<String, Long> received = new LinkedHashMap<>();
    for (InterfaceFunnel one : funnel.interfaces()) {
      terms.put(one.name(), one.toMap());
      received.put(one.name(), NetDevice.received(one.name()));
    }
    try {
      notes.heartbeat(
          new Heartbeat(Instant.now().toString(), terms, received, ManifestWriter.filters(filter)));
    } catch (IOException e) {
      // The file system is full or gone; delivery says so where it matters.
    }
  }

  /**
   * @param settled whether nothing is left to do for another process
   */
  void end(Manifest manifest, boolean settled) {
    try {
      if (settled) {
        notes.forget();
      } else {
        notes.end(manifest.runs().getLast());
      }
    } catch (IOException e) {
      // What stays makes the next agent look again, and find the objects delivered.
    }
  }
}
