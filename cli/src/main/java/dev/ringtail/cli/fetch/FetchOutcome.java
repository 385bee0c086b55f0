// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.text.Amounts;
import java.util.List;

/**
 * What came of a download.
 *
 * @param place where the result is
 * @param nodes in it
 * @param missing what should be in it and is not, a sentence each
 */
public record FetchOutcome(
    String place, int nodes, long packets, long bytes, List<String> missing, Losses losses) {
  public FetchOutcome {
    missing = List.copyOf(missing);
  }

  public boolean isComplete() {
    return missing.isEmpty();
  }

  /** The one line of a result. */
  public String sentence() {
    return "%s: %s from %s, %s; %s%s"
        .formatted(
            place,
            Amounts.counted(packets, "packet"),
            Amounts.counted(nodes, "node"),
            Amounts.bytes(bytes),
            losses.words(),
            isComplete() ? "" : "; INCOMPLETE");
  }
}
