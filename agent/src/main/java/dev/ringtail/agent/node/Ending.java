// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.CaptureRefusedException;
import dev.ringtail.agent.capture.CaptureResult;
import dev.ringtail.agent.capture.EndReason;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.program.PointRefusedException;
import dev.ringtail.agent.ring.RingMemoryException;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.filter.FilterException;

/**
 * How a life of the agent within a job has ended.
 *
 * @param phase what the node has come to; {@link Phase#PREPARING} when another life is to go on
 * @param reason why, in one word
 * @param message the same for people
 * @param isDelivered whether nothing is left that the store does not have
 */
record Ending(Phase phase, String reason, String message, boolean isDelivered) {

  /** Whether the job is over for this node, and never captured again. */
  boolean isFinal() {
    return phase.isFinal();
  }

  /** There was nothing to capture any more. */
  static Ending completed(String reason, String message) {
    return new Ending(Phase.COMPLETED, reason, message, true);
  }

  static Ending failed(String reason, String message) {
    return new Ending(Phase.FAILED, reason, message, true);
  }

  /** A fault of Ringtail's own; what is in the spool stays. */
  static Ending fault(String what) {
    return new Ending(
        Phase.FAILED, "AgentFault", "a fault of Ringtail's own, please report it: " + what, false);
  }

  /** Another life of the agent is to go on. */
  static Ending interrupted(boolean isDelivered) {
    return new Ending(
        Phase.PREPARING,
        "AgentStopped",
        "the agent was told to end; the next one on this node goes on",
        isDelivered);
  }

  /** The same, with data that lies in the spool. */
  Ending undelivered(String why) {
    return isFinal()
        ? new Ending(Phase.FAILED, "NotDelivered", why, false)
        : new Ending(phase, reason, message, false);
  }

  static Ending refused(CaptureRefusedException refusal) {
    String reason =
        switch (refusal.getCause()) {
          case PointRefusedException point -> point.reason();
          case StoreException _ -> "StoreRefused";
          case SpoolException _ -> "SpoolRefused";
          case RingMemoryException _ -> "MemoryRefused";
          case FilterException _ -> "FilterInvalid";
          case KernelException _ -> "KernelRefused";
          case null, default -> "CaptureRefused";
        };
    return failed(reason, refusal.getMessage());
  }

  static Ending of(CaptureResult result) {
    EndReason reason = result.reason();
    String notes = String.join("; ", result.notes());
    if (result.isFault()) {
      return fault(notes);
    }
    Ending ending =
        switch (reason) {
          case DURATION -> completed("DurationOver", reason.words());
          case PACKET_LIMIT -> completed("PacketLimit", reason.words());
          case BYTE_LIMIT -> completed("ByteLimit", reason.words());
          case STOPPED -> completed("Stopped", reason.words());
          case INTERFACE_GONE -> failed("InterfaceGone", notes);
          case READER_FAILED -> throw new IllegalStateException("a fault");
        };
    return result.isDelivered() ? ending : ending.undelivered(String.join("; ", result.failures()));
  }
}
