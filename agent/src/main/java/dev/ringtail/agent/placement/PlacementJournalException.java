// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import java.io.IOException;

/**
 * The journal cannot be kept, so nothing may be written to the node; one sentence with the file and
 * the cause.
 */
public final class PlacementJournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PlacementJournalException(String message, IOException cause) {
    super(message, cause);
  }
}
