// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.diagnose.Finding.Severity;
import dev.ringtail.agent.diagnose.Finding.Stage;
import dev.ringtail.agent.status.SpoolStatus;
import dev.ringtail.agent.status.StoreStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The way from the ring to the store. */
final class SpoolRules {
  private static final double FILLING = 0.75;

  private SpoolRules() {}

  static List<Finding> of(Observation seen) {
    List<Finding> findings = new ArrayList<>();
    long refused = seen.packets(FunnelTerm.SPOOL_ERROR);
    if (refused > 0) {
      findings.add(
          new Finding(
              Severity.LOSS,
              Stage.SPOOL,
              "The spool's file system refuses writes.",
              "%s lost at it".formatted(Words.count(refused)),
              "look at the disk of %s (df, dmesg), or name another folder with --spool"
                  .formatted(seen.after().spool().folder())));
    }
    SpoolStatus spool = seen.after().spool();
    StoreStatus store = seen.after().store();
    long lost = seen.packets(FunnelTerm.SPOOL_FULL);
    boolean filling = spool.usedSegments() >= FILLING * spool.segments();
    if (lost == 0 && !filling && !store.isTroubled()) {
      return findings;
    }
    Severity severity = lost > 0 ? Severity.LOSS : Severity.RISK;
    String evidence = evidence(seen, lost);
    if (store.isTroubled()) {
      findings.add(
          new Finding(
              severity,
              Stage.STORE,
              "The store takes no objects.",
              "it says: %s; %s".formatted(store.trouble(), evidence),
              "put %s right; the spool keeps everything until it is full"
                  .formatted(store.location())));
    } else if (seen.deliveredBytesPerSecond() < seen.capturedBytesPerSecond()) {
      findings.add(
          new Finding(
              severity,
              Stage.STORE,
              "The store is slower than the readers.",
              evidence,
              "--compression Zstd, a smaller --snap-length, a filter that keeps less, or a"
                  + " --spool-size that holds the whole capture"));
    } else if (lost > 0) {
      findings.add(
          new Finding(
              severity,
              Stage.SPOOL,
              "The spool is too small for what arrives at once.",
              evidence,
              "a larger --spool-size, or a smaller --segment-size so that segments come back sooner"));
    }
    return findings;
  }

  private static String evidence(Observation seen, long lost) {
    SpoolStatus spool = seen.after().spool();
    double grows = seen.capturedBytesPerSecond() - seen.deliveredBytesPerSecond();
    StringBuilder words = new StringBuilder();
    words.append(
        "captured %s/s, delivered %s/s, spool %d of %d segments"
            .formatted(
                Words.mib(seen.capturedBytesPerSecond()),
                Words.mib(seen.deliveredBytesPerSecond()),
                spool.usedSegments(),
                spool.segments()));
    if (lost > 0) {
      words.append("; ").append(Words.rate(seen.rate(lost), "packets")).append(" find it full");
    } else if (grows > 0 && !spool.isFull()) {
      words.append(
          String.format(
              Locale.ROOT, "; full in %.0f s", (spool.limitBytes() - spool.usedBytes()) / grows));
    }
    return words.toString();
  }
}
