// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.placement.NodePlacement;
import dev.ringtail.agent.program.CaptureLadder;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.recovery.RunNotes;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.agent.spool.SegmentSupply;
import dev.ringtail.agent.spool.Spool;
import dev.ringtail.agent.upload.Delivery;
import java.util.List;

/** What {@link CaptureAssembly} has put together for a session. */
record CaptureParts(
    List<Integer> ringCpus,
    RingMemory rings,
    CaptureLadder ladder,
    CaptureMembers members,
    LiveFilter filter,
    Spool spool,
    RunNotes notes,
    SegmentSupply supply,
    Delivery delivery,
    SegmentBlocks blocks,
    CaptureLimits limits,
    NodePlacement placement,
    ReaderCrew crew) {

  /** Of all members, as they are at any time. */
  List<InterfaceCapture> programs() {
    return members.programs();
  }
}
