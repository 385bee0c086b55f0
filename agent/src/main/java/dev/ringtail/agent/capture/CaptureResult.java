// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.upload.ObjectRecord;
import java.util.List;

/**
 * What became of a capture.
 *
 * @param reason why it ended
 * @param funnel where every packet is
 * @param objects what the store has confirmed
 * @param location the store and the key prefix of the objects
 * @param notes what people should know, a sentence each
 * @param failures what was not delivered and where it lies, a sentence each
 */
public record CaptureResult(
    EndReason reason,
    Funnel funnel,
    List<ObjectRecord> objects,
    String location,
    List<String> notes,
    List<String> failures) {

  /** Whether Ringtail itself failed: a reader ended early, or the accounts do not balance. */
  public boolean isFault() {
    return reason == EndReason.READER_FAILED || funnel.imbalance().isPresent();
  }

  public boolean isDelivered() {
    return failures.isEmpty();
  }
}
